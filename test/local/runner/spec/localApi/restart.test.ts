import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ReadyState } from '../../cli/readyMessage.ts'
import { visitsAssembly } from './visitsAssembly.ts'

const commandLineUrl = new URL('../../cli/commandLine.ts', import.meta.url).href

/** An app that puts out an assembly made before, with a description of the stack where the file `changed` says one. */
const appSource = (assembly: string) => `
  const { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
  const out = process.env.CDK_OUTDIR
  console.log('the output of an app is no result of the command')
  cpSync(${JSON.stringify(assembly)}, out, { recursive: true })
  if (existsSync('changed'))
    for (const file of readdirSync(out).filter((name) => name.endsWith('.template.json'))) {
      const template = JSON.parse(readFileSync(out + '/' + file, 'utf8'))
      writeFileSync(out + '/' + file, JSON.stringify({ ...template, Description: readFileSync('changed', 'utf8') }))
    }
  writeFileSync(out + '/manifest.json', readFileSync(${JSON.stringify(join(assembly, 'manifest.json'))}))`

/** A project whose watch reports each line of standard input as a changed source. */
const projectWith = (assembly: string, more: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'restart-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ app: 'node app.cjs' }))
  writeFileSync(join(folder, 'app.cjs'), appSource(assembly))
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { createInterface } from 'node:readline'
     import { runCommandLine } from '${commandLineUrl}'
     const lines = createInterface(process.stdin)
     const watchFunctions = async ({ onTemplateSource }) => {
       lines.on('line', onTemplateSource)
       return { close: async () => lines.off('line', onTemplateSource) }
     }
     const args = ['start', '--json', '--port', '0', '--watch', ...${JSON.stringify(more)}]
     process.exit(await runCommandLine(args, { projectFolder: ${JSON.stringify(folder)}, watchFunctions }))`,
  )
  return folder
}

test.each([
  [[], 'with its data', { visits: 2 }],
  [['--data', 'memory'], 'without the data, which were in memory', { message: 'Unauthorized' }],
] as const)(
  '--watch %j restarts by itself, %s, when more than code has changed, and says so',
  async (more, data, answer) => {
    const folder = projectWith(visitsAssembly(), more)
    const child = spawn(process.execPath, [join(folder, 'program.mjs')], { stdio: ['pipe', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [line] = await once(child.stdout, 'data')
    const { api, token } = JSON.parse(String(line)) as ReadyState
    const visit = async () => (await fetch(`${api}/alerts/1`, { headers: { authorization: `Bearer ${token}` } })).json()
    expect(await visit()).toMatchObject({ visits: 1 })

    writeFileSync(join(folder, 'comment.ts'), '// nothing that is deployed')
    child.stdin.write('comment.ts\n')
    await vi.waitFor(() => expect(stderr).toContain('watch: routes, permissions and tables are the same'), 120_000)
    writeFileSync(join(folder, 'changed'), 'another description')
    child.stdin.write('changed\n')
    await vi.waitFor(() => expect(stderr).toMatch(new RegExp(`watch: restarted in [\\d.]+ s, ${data}: http`)), 120_000)

    expect(stderr).toContain('watch: routes, permissions or tables have changed: restarting')
    expect(await visit()).toMatchObject(answer)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
