import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReadyState } from '../../cli/readyMessage.ts'
import type { Toolchain } from '../../cli/toolchain.ts'
import { watchSources } from '../../cli/watchSources.ts'
import type { LocalApi } from '../../localApi.ts'
import { visitsAssembly } from './visitsAssembly.ts'

const commandLineUrl = new URL('../../cli/commandLine.ts', import.meta.url).href

/** A project whose app has nothing to synthesize, and whose build says when and what it rebuilt on its standard input. */
const programOf = (assemblyFolder: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ app: 'true', output: assemblyFolder }))
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { createInterface } from 'node:readline'
     import { runCommandLine } from '${commandLineUrl}'
     const watchFunctions = async ({ onRebuilt, onFailed }) => {
       const lines = createInterface(process.stdin)
       lines.on('line', (line) => line.startsWith('/') ? onRebuilt(['getAlert', 'notDeployed'], () => line) : onFailed(line))
       return { close: async () => lines.close() }
     }
     const args = ['start', '--json', '--port', '0', '--data', 'memory', '--watch']
     process.exit(await runCommandLine(args, { projectFolder: ${JSON.stringify(folder)}, watchFunctions }))`,
  )
  return program
}

test('--watch runs what was rebuilt, goes on after a failed build, and ends cleanly', async () => {
  const changedCode = mkdtempSync(join(tmpdir(), 'changed-'))
  onTestFinished(() => rmSync(changedCode, { recursive: true, force: true }))
  writeFileSync(join(changedCode, 'index.cjs'), `exports.handler = async () => ({ changed: true })`)
  const child = spawn(process.execPath, [programOf(visitsAssembly())], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [line] = await once(child.stdout, 'data')
  const { api, token } = JSON.parse(String(line)) as ReadyState
  const visit = async () => (await fetch(`${api}/alerts/1`, { headers: { authorization: `Bearer ${token}` } })).json()
  expect(await visit()).toMatchObject({ visits: 1 })

  child.stdin.write('listAlerts.ts:1:2: unexpected end of file\n')
  await vi.waitFor(() => expect(stderr).toContain('watch: listAlerts.ts:1:2: unexpected end of file'))
  expect(await visit()).toMatchObject({ visits: 2 })
  child.stdin.write(`${changedCode}\n`)
  await vi.waitFor(() => expect(stderr).toContain('watch: getAlert replaced'))

  expect(await visit()).toEqual({ changed: true })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('sources that change while the templates are compared cause one more comparison, also after a failed one', async () => {
  const projectFolder = mkdtempSync(join(tmpdir(), 'compare-'))
  onTestFinished(() => rmSync(projectFolder, { recursive: true, force: true }))
  const lines: string[] = []
  const written = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  onTestFinished(() => void written.mockRestore())
  let change: (file: string) => void = () => {}
  const watchFunctions: Toolchain['watchFunctions'] = async ({ onTemplateSource }) => {
    change = onTemplateSource
    return { close: async () => {} }
  }
  const api = { deployment: { functions: [] } } as unknown as LocalApi
  await watchSources({ api, toolchain: { projectFolder, watchFunctions }, template: '' })
  const failures = () => lines.filter((line) => line.includes('There is no cdk.json')).length

  for (const file of ['a.ts', 'b.ts', 'c.ts']) change(file)
  await vi.waitFor(() => expect(failures()).toBe(2), 60_000)
  change('d.ts')

  await vi.waitFor(() => expect(failures()).toBe(3), 60_000)
  expect(lines.filter((line) => line.includes('d.ts changed'))).toHaveLength(1)
})
