import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packageFolder, packagesOfApps, strangersFolder } from './strangersFolder.ts'

const { project, install, link, serve, errorsIn } = strangersFolder()

beforeAll(async () => {
  await install(packageFolder)
  for (const name of packagesOfApps) link(name)
})

test('the tarball, installed in an empty folder, serves the CDK app of the guide, without a start page', async () => {
  const guide = readFileSync(join(packageFolder, 'SWITCHING.md'), 'utf8')
  const [app = '', source = ''] = [...guide.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  mkdirSync(join(project, 'hello'))
  writeFileSync(join(project, 'app.mjs'), app)
  writeFileSync(join(project, 'hello/index.mjs'), source)
  const { api } = await serve('app.mjs')

  const visits = [1, 2].map(() => fetch(`${api}/hello/Ada`, { method: 'POST' }).then((answer) => answer.json()))
  const page = await fetch(`${api}/_local/`)

  expect(await Promise.all(visits)).toEqual(
    expect.arrayContaining([
      { hello: 'Ada', visits: 1 },
      { hello: 'Ada', visits: 2 },
    ]),
  )
  expect([page.status, await page.json()]).toEqual([404, { message: 'Not Found' }])
})

test.each([
  ['items', '/items', 200],
  ['greetings', '/greetings/Ann', 200],
  ['chat', '/', 404],
  ['jobs', '/', 404],
])('the tarball serves the app %s', async (name, path, status) => {
  cpSync(join(import.meta.dirname, '../apps'), join(project, 'apps'), { recursive: true })
  const { api, websocket } = await serve(`apps/${name}/app.ts`)

  const answer = await fetch(`${api}${path}`, { headers: { 'X-Key': 'open sesame' } })

  expect([answer.status, websocket !== undefined]).toEqual([status, name === 'chat'])
})

test.each(['README.md', 'SWITCHING.md', 'CHANGELOG.md'])('the links of %s lead to files of the tarball', (document) => {
  const installed = join(project, 'node_modules/serve-assembly')
  const text = readFileSync(join(installed, document), 'utf8')
  const files = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, file = '']) => file)

  expect(files.filter((file) => !existsSync(join(installed, file)))).toEqual([])
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

  expect(await errorsIn(program)).toBe('')
})
