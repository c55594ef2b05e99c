import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, preview } from 'vite'
import { expect, inject, test } from 'vitest'
import { clientOf, tokenFor } from '../../support/apiClient.ts'
import { startBrowser } from '../../support/browser.ts'
import { installClient } from '../../support/installClient.ts'

const { api } = inject('localApi')
const executable = inject('browser')
const sources = resolve('shared/web/client')
const panel = join(sources, 'examples/panel')
const textOf = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8')

/** The panel as a project of its own, in which the client is installed from its tarball. */
const project = mkdtempSync(join(tmpdir(), 'panel-'))
cpSync(panel, project, { recursive: true })
// Its compiler and its bundler are those of this project, so that no registry is needed.
const { devDependencies: _, ...manifest } = JSON.parse(textOf(panel, 'package.json'))
writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
await installClient(project)

/** Compiles as strictly as the compiler can. */
const compile = async (...args: readonly string[]): Promise<void> => {
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const strict = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...strict], { cwd: project }).catch(
    (error: { readonly stdout: string }) => error,
  )
  expect(stdout).toBe('')
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

/** The pieces of code in a guide, in their order. */
const pieces = (guide: string, language: string): string =>
  [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
    .flatMap(([, name, piece = '']) => (name === language ? [piece] : []))
    .join('\n')

test('the examples of its guide compile against the installed package, and run', async () => {
  const client = clientOf('client-guide')
  await client('POST', '/history/commands/add-items', { items: imported(['one', 'two']) })
  const known = `const url: string = ${JSON.stringify(api)}\nconst token: string = ${JSON.stringify(await tokenFor('client-guide'))}\n`
  writeFileSync(join(project, 'guide.ts'), known + pieces(textOf(sources, 'README.md'), 'ts'))
  const target = ['--target', 'es2024', '--module', 'nodenext', '--lib', 'es2024,dom', '--types', '', '--noEmit']
  await compile('--strict', ...target, '--ignoreConfig', 'guide.ts')

  const running = spawn(process.execPath, [join(project, 'guide.ts')])
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

test('the steps of the tutorial, one after another, are the panel, whose sources have 150 lines at most', () => {
  const tutorial = textOf(panel, 'README.md')
  const [page, program, style] = [textOf(panel, 'index.html'), textOf(panel, 'main.ts'), textOf(panel, 'style.css')]

  expect(pieces(tutorial, 'html')).toBe(page)
  expect(pieces(tutorial, 'ts')).toBe(program)
  expect((page + program + style).trim().split('\n').length).toBeLessThanOrEqual(150)
})

test.skipIf(executable === '')(
  'the panel of the tutorial, built by Vite, does in a browser all that it says',
  async () => {
    const recipient = 'client-panel'
    const client = clientOf(recipient)
    await client('POST', '/history/commands/add-items', { items: imported(['one', 'two'], true) })
    await expect.poll(async () => (await client('GET', '/alerts')).body.totalSize, { timeout: 60_000 }).toBe(2)
    await compile('-p', '.')
    await build({ root: project, logLevel: 'warn' })
    const server = await preview({ root: project, preview: { host: '127.0.0.1', port: 0 } })
    const browser = await startBrowser(executable)
    const page = await browser.newPage()
    const shown = (...rows: readonly string[]) =>
      expect.poll(() => page.locator('li').allTextContents(), { timeout: 60_000 }).toEqual(rows)

    await page.goto(server.resolvedUrls?.local[0] ?? '')
    await page.fill('[name=url]', api)
    await page.fill('[name=token]', await tokenFor(recipient))
    await page.click('#sign-in button')
    await shown('two €1.00: HelloShow again', 'one €1.00: HelloShow again')
    await page.locator('#state', { hasText: 'online' }).waitFor()
    await page.locator('li', { hasText: 'one' }).locator('button').click()
    await shown('one €1.00: HelloShow again', 'two €1.00: HelloShow again')
    await page.fill('[name=nickname]', 'three')
    await page.click('#test button')
    await shown('three €5.00: HelloShow again', 'one €1.00: HelloShow again', 'two €1.00: HelloShow again')
    await page.click('#print')
    const file = await fetch((await page.locator('#file a').getAttribute('href')) ?? '')

    expect(file.status).toBe(200)
    expect((await file.text()).split('\n').filter((line) => line.includes('Guide'))).toHaveLength(2)
    await page.screenshot({ path: '.screenshots/panel.png' })
    await browser.close()
    await server.close()
  },
)

test.skipIf(executable === '')('the panel says that its token was refused', async () => {
  const server = await preview({ root: project, preview: { host: '127.0.0.1', port: 0 } })
  const browser = await startBrowser(executable)
  const page = await browser.newPage()

  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await page.fill('[name=url]', api)
  await page.fill('[name=token]', 'no-token')
  await page.click('#sign-in button')

  await page.locator('#state', { hasText: 'rejected' }).waitFor()
  await page.locator('output', { hasText: 'Unauthorized' }).waitFor()
  await browser.close()
  await server.close()
})
