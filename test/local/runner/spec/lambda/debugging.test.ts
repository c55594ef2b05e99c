import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildSync } from 'esbuild'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { LogLine } from '../../lambda/invocation.ts'
import { startLambdaService } from '../../lambda/lambdaService.ts'
import { codeFolderOf, functionResource, startFunction } from './testFunction.ts'

const source = `interface Order { readonly count: number }

const price = (order: Order): number => {
  const total = order.count * 3
  if (total > 100) throw new Error('too much')
  return total
}

export const handler = async (order: Order) => ({ total: price(order) })
`

/** A function in TypeScript, bundled with a map beside it. */
const bundledFolder = (): string => {
  const folder = codeFolderOf(source, 'orders.ts')
  const entryPoints = [join(folder, 'orders.ts')]
  buildSync({ entryPoints, outfile: join(folder, 'index.cjs'), bundle: true, platform: 'node', sourcemap: 'linked' })
  return folder
}

const lineOf = (text: string): number => source.split('\n').findIndex((line) => line.includes(text)) + 1

const mapOf = (folder: string) => new SourceMap(JSON.parse(readFileSync(join(folder, 'index.cjs.map'), 'utf8')))

/** The line of the bundle, from 0, that a line of the source, from 1, has become. */
const bundledLine = (folder: string, line: number): number => {
  const map = mapOf(folder)
  const lines = readFileSync(join(folder, 'index.cjs'), 'utf8').split('\n')
  return lines.findIndex((text, index) => {
    const found = map.findEntry(index, text.search(/\S/))
    return 'originalLine' in found && found.originalLine + 1 === line
  })
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

interface Paused {
  readonly callFrames: readonly { readonly location: { readonly lineNumber: number; readonly columnNumber: number } }[]
}

/** Attaches a debugger, as an editor does. */
const attach = async (log: readonly LogLine[]) => {
  const url = await vi.waitFor(() => {
    const [, found] = /Debugger listening on (ws:\S+)/.exec(log.map(({ text }) => text).join('\n')) ?? []
    expect(found).toMatch(/^ws:/)
    return String(found)
  }, 60_000)
  const socket = new WebSocket(url)
  onTestFinished(() => socket.terminate())
  const paused: Paused[] = []
  socket.on('message', (data) => {
    const { method, params } = JSON.parse(String(data)) as { method?: string; params: Paused }
    if (method === 'Debugger.paused') paused.push(params)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  let id = 0
  const send = (method: string, params = {}) => socket.send(JSON.stringify({ id: ++id, method, params }))
  return { send, paused }
}

test('a breakpoint in a line of TypeScript is hit, and nothing times out meanwhile', async () => {
  const codeFolder = bundledFolder()
  const line = lineOf('order.count * 3')
  const inspector = { port: await freePort(), waits: true }
  const { lambda, log } = startFunction(
    '',
    { codeFolder, timeoutSeconds: 1 },
    { inspector, initLimitMilliseconds: 500 },
  )
  const answer = lambda.invoke({ count: 4 })

  const { send, paused } = await attach(log)
  send('Debugger.enable')
  send('Debugger.setBreakpointByUrl', { urlRegex: '.*index\\.cjs$', lineNumber: bundledLine(codeFolder, line) })
  send('Runtime.runIfWaitingForDebugger')
  await vi.waitFor(() => expect(paused).toHaveLength(1), 60_000)
  await delay(1_500)
  send('Debugger.resume')

  expect(await answer).toMatchObject({ kind: 'success', payload: { total: 12 } })
  const { lineNumber = -1, columnNumber = -1 } = paused[0]?.callFrames[0]?.location ?? {}
  expect(mapOf(codeFolder).findEntry(lineNumber, columnNumber)).toMatchObject({ originalLine: line - 1 })
})

test('a stack trace names the lines of the source where a bundle has a map', async () => {
  const { lambda } = startFunction('', { codeFolder: bundledFolder() })

  const answer = await lambda.invoke({ count: 40 })

  expect(answer).toMatchObject({ kind: 'error', errorMessage: 'too much' })
  expect(JSON.stringify(answer)).toContain(`orders.ts:${lineOf('too much')}:`)
})

test('replaced code is debugged at the same port', async () => {
  const inspector = { port: await freePort(), waits: false }
  const { lambda, log } = startFunction('exports.handler = async () => 1', {}, { inspector })
  await lambda.invoke({})
  const changed = codeFolderOf('exports.handler = async () => 2')

  await lambda.replaceCode(changed)

  expect(await lambda.invoke({})).toMatchObject({ payload: 2 })
  const listening = log.filter(({ text }) => text.includes(`Debugger listening on ws://127.0.0.1:${inspector.port}/`))
  expect(listening).toHaveLength(2)
})

test('a function that is debugged may take any time to begin, and any memory, and has one process', async () => {
  const inspector = { port: await freePort(), waits: false }
  const source = 'const end = Date.now() + 500; while (Date.now() < end); exports.handler = async () => 1'

  const { lambda, log } = startFunction(source, { memoryMegabytes: 36 }, { inspector, initLimitMilliseconds: 200 })

  const answers = await Promise.all([lambda.invoke({}), lambda.invoke({})])
  expect(answers).toMatchObject([{ payload: 1 }, { payload: 1 }])
  expect(log.filter(({ text }) => text.includes(`127.0.0.1:${inspector.port}`))).toHaveLength(1)
})

test('of all functions, each is debugged at a port of its own, from 9229 on', async () => {
  const log: LogLine[] = []
  const codeFolder = codeFolderOf('exports.handler = async () => 1')
  const functions = ['one', 'two'].map((id) => functionResource({ id, logicalId: id, codeFolder }))
  const { invoke, stop } = startLambdaService({
    deployment: { region: 'eu-central-1', functions },
    credentials: new Map(),
    overrides: {},
    inspect: 'all',
    onLog: (line) => log.push(line),
  })
  onTestFinished(stop)

  for (const { id } of functions) await invoke(id, {})

  // A port that another program has is named too.
  const ports = log.flatMap(({ source, text }) => {
    const [, port] = /127\.0\.0\.1:(\d+)/.exec(text) ?? []
    return port === undefined ? [] : [`${source} ${port}`]
  })
  expect(ports).toEqual(['one 9229', 'two 9230'])
})
