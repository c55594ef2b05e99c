import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { bundleFunctions } from '../../../infra/bundling/bundle.ts'
import { projectFolder } from '../../../infra/bundling/functionEntries.ts'
import { functionEnvironment } from '../../proofs/bench/functionEnvironment.ts'
import { endShared } from '../../proofs/bench/shared.ts'
import { temporaryFolder } from '../../proofs/bench/temporaryFolder.ts'
import { tlsStore } from '../../proofs/bench/tlsStore.ts'
import { httpEvent } from '../../support/httpEvent.ts'

/** Loads a function that reads the store once, and calls it for each message. */
const program = `
const { handler } = require(process.argv[2])
process.on('message', async (event) => process.send((await handler(event)).statusCode))`

const event = httpEvent('GET', '/messenger/chats')

const folder = await temporaryFolder()
const entry = { id: 'listChats', file: resolve(projectFolder, 'functions/messenger/listChats.ts') }
const { outputs } = await bundleFunctions({ entries: [entry], folder })
const script = join(folder, 'program.cjs')
writeFileSync(script, program)
const store = await tlsStore()
afterAll(endShared)

/** A process that has loaded the function, with these variables besides its own. */
const load = (variables: Readonly<Record<string, string>>) => {
  const child = fork(script, [outputs['listChats'] ?? ''], {
    env: { ...functionEnvironment, NODE_EXTRA_CA_CERTS: store.certificateFile, ...variables },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return async (): Promise<unknown> => {
    const answered = once(child, 'message')
    child.send(event)
    return (await answered)[0]
  }
}

test('the first call takes the connection that was opened while the function was loaded', async () => {
  const before = store.connections()
  const earlier = store.requests.length

  const invoke = load({ AWS_ENDPOINT_URL_DYNAMODB: store.endpoint })
  await vi.waitUntil(() => store.connections() > before, { timeout: 60_000 })

  expect(store.requests).toHaveLength(earlier)
  expect(await invoke()).toBe(200)
  expect(store.requests[earlier]).toBe(before + 1)
})

test('a first call opens a new connection if the first one has ended', async () => {
  let isEnded = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (isEnded) {
      const onwards = connect(Number(new URL(store.endpoint).port), '127.0.0.1').on('error', () => {})
      socket.pipe(onwards).pipe(socket)
    } else socket.destroy()
    isEnded = true
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')

  const invoke = load({ AWS_ENDPOINT_URL_DYNAMODB: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await vi.waitUntil(() => isEnded, { timeout: 60_000 })

  expect(await invoke()).toBe(200)
})

test.each([
  ['without a region', { AWS_REGION: '' }],
  ['without credentials', { AWS_ACCESS_KEY_ID: '' }],
  ['where nothing answers', { AWS_ENDPOINT_URL_DYNAMODB: 'https://127.0.0.1:1' }],
])('%s, a function is loaded all the same, and its first call says so', async (_title, variables) => {
  const invoke = load({ AWS_ENDPOINT_URL_DYNAMODB: store.endpoint, ...variables })

  expect(await invoke()).toBeGreaterThanOrEqual(500)
})
