import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, inject, test } from 'vitest'
import { clientOf, tokenFor } from '../support/apiClient.ts'
import { startBrowser } from '../support/browser.ts'

const { api } = inject('localApi')
const executable = inject('browser')
const sources = resolve('shared/client')

const run = async (...command: readonly [string, ...string[]]): Promise<void> => {
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: project }).catch(
    (error: { readonly stdout: string }) => error,
  )
  expect(stdout).toBe('')
}
const compiler = resolve('node_modules/typescript/bin/tsc')

/** A project in which the client is installed as a package, as `npm pack` makes it. */
const project = await mkdtemp(join(tmpdir(), 'front-end-'))
const installed = join(project, 'node_modules/streaming-support-client')
mkdirSync(installed, { recursive: true })
writeFileSync(join(installed, 'package.json'), readFileSync(join(sources, 'package.json')))
await run(compiler, '-p', join(sources, 'package.tsconfig.json'), '--outDir', join(installed, 'dist'))
for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
  symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name))
afterAll(() => rmSync(project, { recursive: true, force: true }))

/** Compiles a program of a front end as strictly as the compiler can, and bundles it for a browser. */
const compiled = async (name: string, text: string): Promise<string> => {
  const file = join(project, `${name}.ts`)
  writeFileSync(file, text)
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit']
  const target = ['--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2024,dom']
  await run(compiler, ...strict, ...target, '--types', '', file)
  const { outputFiles } = await build({
    absWorkingDir: project,
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    write: false,
    minify: true,
  })
  return outputFiles[0]?.text ?? ''
}

const imported = (names: readonly string[], triggerAlert = false) =>
  names.map((nickname, second) => ({
    originId: nickname,
    nickname,
    message: 'Hello',
    system: 'Guide',
    event: 'payment',
    triggerAlert,
    timestamp: `2026-01-01T00:00:0${second}Z`,
    amount: { major: 1, minor: 0, currency: 'EUR' },
  }))

test('the examples of its guide compile against the package, and run', async () => {
  const examples = [...readFileSync(join(sources, 'README.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)]
  const client = clientOf('client-guide')
  await client('POST', '/history/commands/add-items', { items: imported(['one', 'two']) })
  const known = `const url: string = ${JSON.stringify(api)}\nconst token: string = ${JSON.stringify(await tokenFor('client-guide'))}\n`
  const file = join(project, 'guide.mjs')
  writeFileSync(file, await compiled('guide', known + examples.map(([, block = '']) => block).join('')))

  const running = spawn(process.execPath, [file])
  let printed = ''
  running.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('online')
  await client('POST', '/alerts/commands/test-alert', { nickname: 'bob', message: 'Hi' })

  await expect
    .poll(() => printed.trim().split('\n'), { timeout: 60_000 })
    .toEqual(['Ada', 'two', 'one', '€12.05', 'online', 'bob Hi'])
  running.kill()
})

test.skipIf(executable === '')('the front end of 30 lines lists alerts, follows new ones and repeats one', async () => {
  const recipient = 'client-front-end'
  const client = clientOf(recipient)
  const example = (name: string) => readFileSync(join(sources, 'example', name), 'utf8')
  const script = await compiled('frontEnd', example('frontEnd.ts'))
  await client('POST', '/history/commands/add-items', { items: imported(['one', 'two'], true) })
  await expect.poll(async () => (await client('GET', '/alerts')).body.totalSize, { timeout: 60_000 }).toBe(2)
  const browser = await startBrowser(executable)
  const page = await browser.newPage()
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js')
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : example('frontEnd.html'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const rows = () => page.locator('li').allTextContents()
  const shown = (...nicknames: readonly string[]) =>
    expect.poll(rows, { timeout: 60_000 }).toEqual(nicknames.map((name) => `${name}: Hello Show again`))

  await page.goto(`http://127.0.0.1:${port}/`)
  await page.fill('[name=url]', api)
  await page.fill('[name=token]', await tokenFor(recipient))
  await page.click('form button')
  await shown('two', 'one')
  await page.locator('output', { hasText: 'online' }).waitFor()
  await page.locator('li', { hasText: 'one' }).locator('button').click()
  await shown('one', 'two')
  await client('POST', '/alerts/commands/test-alert', { nickname: 'three', message: 'Hello' })
  await shown('three', 'one', 'two')

  expect(example('frontEnd.ts').trim().split('\n').length).toBeLessThanOrEqual(30)
  await browser.close()
  server.close()
})
