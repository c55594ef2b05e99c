import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ReadyState } from '../../cli/readyMessage.ts'
import manifest from '../../package.json' with { type: 'json' }

const run = promisify(execFile)
const packageFolder = resolve(import.meta.dirname, '../..')
const installed = resolve(packageFolder, '../../node_modules')
/** Somebody else's folder, in which the tarball was installed. */
const project = mkdtempSync(join(tmpdir(), 'stranger-'))
const modules = join(project, 'node_modules')

const link = (target: string, place: string): void => {
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(target, place)
}

/** npm would ask a registry which versions there are, so the declared packages are linked to those of this project. */
beforeAll(async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd: packageFolder })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  mkdirSync(join(modules, manifest.name), { recursive: true })
  await run('tar', ['-xzf', join(project, filename), '--strip-components', '1', '-C', join(modules, manifest.name)])
  link(join('..', manifest.name, manifest.bin['serve-assembly']), join(modules, '.bin', manifest.name))
  const engine = `@dynoxide/${process.platform}-${process.arch}`
  for (const name of [...Object.keys(manifest.dependencies), engine, 'aws-cdk-lib', 'constructs', 'esbuild'])
    link(join(installed, name), join(modules, name))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Serves a CDK app by the installed command, never by one that `PATH` has, until the end of the test. */
const served = async (app: string): Promise<Pick<ReadyState, 'api' | 'websocket'>> => {
  writeFileSync(join(project, 'cdk.json'), JSON.stringify({ app: `node ${app}` }))
  const command = join(modules, '.bin', manifest.name)
  const child = spawn(command, ['start', '--port', '0', '--data', 'memory', '--json'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
  })
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([status]) => {
      throw new Error(`${command} ended with ${status} before it was ready`)
    }),
  ])
  return JSON.parse(line)
}

test('the tarball, installed in an empty folder, serves the CDK app of the guide, with its start page', async () => {
  const page = readFileSync(join(packageFolder, 'SWITCHING.md'), 'utf8')
  const [app = '', source = ''] = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  mkdirSync(join(project, 'hello'))
  writeFileSync(join(project, 'app.mjs'), app)
  writeFileSync(join(project, 'hello/index.mjs'), source)
  const { api } = await served('app.mjs')

  const visits = [1, 2].map(() => fetch(`${api}/hello/Ada`, { method: 'POST' }).then((answer) => answer.json()))
  const script = await fetch(`${api}/_local/startPage.js`)

  expect(await Promise.all(visits)).toEqual(
    expect.arrayContaining([
      { hello: 'Ada', visits: 1 },
      { hello: 'Ada', visits: 2 },
    ]),
  )
  expect(script.status).toBe(200)
  expect(await script.text()).not.toContain('import ')
})

test.each([
  ['items', '/items', 200],
  ['greetings', '/greetings/Ann', 200],
  ['chat', '/', 404],
  ['jobs', '/', 404],
])('the tarball serves the app %s', async (name, path, status) => {
  cpSync(join(import.meta.dirname, '../apps'), join(project, 'apps'), { recursive: true })
  const { api, websocket } = await served(`apps/${name}/app.ts`)

  const answer = await fetch(`${api}${path}`, { headers: { 'X-Key': 'open sesame' } })

  expect([answer.status, websocket !== undefined]).toEqual([status, name === 'chat'])
})

test('a strict program compiles against the types of the tarball', async () => {
  const program = `
    import { type LocalApi, startLocalApi } from 'serve-assembly'
    import { runCommandLine } from 'serve-assembly/cli/commandLine'
    const options = { assemblyFolder: 'cdk.out', port: 0, dataFolder: 'memory', onLog: console.error }
    const local: LocalApi = await startLocalApi(options)
    const status: number = await runCommandLine(['start'], { projectFolder: local.api })
    // @ts-expect-error a port is a number
    await startLocalApi({ ...options, port: String(status) })`
  writeFileSync(join(project, 'program.mts'), program)
  for (const name of ['node', 'ws']) link(join(installed, '@types', name), join(modules, '@types', name))
  const compiler = join(installed, 'typescript/bin/tsc')
  const options = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--skipLibCheck']

  const { stdout } = await run(process.execPath, [compiler, ...options, 'program.mts'], { cwd: project }).catch(
    (error: { readonly stdout: string }) => error,
  )

  expect(stdout).toBe('')
})
