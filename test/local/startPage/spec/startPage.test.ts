import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { recordingFor } from '../../runner/cli/startPage.ts'
import { startHttpApi } from '../../runner/gateway/httpApi.ts'
import type { LocalApi } from '../../runner/localApi.ts'
import { literalDeployment, openRoute } from '../../runner/spec/gateway/literalDeployment.ts'
import { success } from '../../runner/spec/gateway/servedApi.ts'
import type { Panel } from '../panels.ts'
import { createStartPage } from '../startPage.ts'

const overlay: Panel = {
  id: 'overlay',
  title: 'Overlay',
  description: 'What viewers see.',
  frame: {
    title: 'The overlay',
    action: 'Open the overlay in a tab',
    open: async (kept = 'http://127.0.0.1/overlay#ticket=1') => new URL(kept).href,
    greeting: async () => ({ alert: null }),
  },
  form: {
    action: 'Donate',
    fields: [{ name: 'amount', label: 'Amount', kind: 'number', value: '5' }],
    preview: { in: 'overlay', message: ({ amount }) => ({ size: Number(amount) }) },
    run: async function* ({ amount = '' }) {
      yield `donated ${amount}`
      if (amount === '0') throw new Error('nothing to give')
    },
  },
  feed: () => [{ at: 1, title: 'telegram', text: 'hello' }],
}

const start = async (routeKey = 'GET /news', options: { readonly openApiFile?: string } = {}, stage = '$default') => {
  const page = createStartPage({ projectFolder: import.meta.dirname, panelsOf: () => [overlay], ...options })
  const recording = recordingFor(page)
  const deployment = {
    ...literalDeployment({ routes: [openRoute(routeKey)], stage }),
    schedules: [],
    functions: [],
    tables: [],
  }
  const gateway = await startHttpApi({
    deployment,
    port: 0,
    hostNames: ['tunnel.example'],
    ...recording,
    invoke: async () => success({ statusCode: 200, body: 'from the function' }),
  })
  onTestFinished(gateway.stop)
  const api = { api: gateway.url, deployment, token: async (recipient: string) => `token of ${recipient}` }
  const open = () =>
    page.open({
      api: api as unknown as LocalApi,
      recipientId: 'demo',
      dataFolder: 'memory',
      sandboxLog: undefined,
    })
  return { url: gateway.url, host: new URL(gateway.url).host, open, recording }
}

const call = async (url: string, headers: Record<string, string> = {}, values?: object) => {
  const method = values === undefined ? 'GET' : 'POST'
  const type = values === undefined ? {} : { 'content-type': 'application/json' }
  const sent = request(url, { method, headers: { ...type, ...headers } }).end(values && JSON.stringify(values))
  const [answer] = (await new Promise((resolve, reject) => {
    sent.once('response', (...given) => resolve(given)).once('error', reject)
  })) as [import('node:http').IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

/** What a browser says that it wants when it opens a page. */
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('the start page is at the root, with a policy that loads only its own files and lets no page frame it', async () => {
  const { open, host } = await start()

  const { status, headers, body } = await call(await open(), browser)

  expect(status).toBe(200)
  expect(body).toContain('<h1 id="name">')
  const [own, self] = [`http://${host}/_local/`, "frame-src 'self'; form-action 'none'; base-uri 'none'"]
  expect(headers).toMatchObject({
    'content-security-policy': `default-src 'none'; script-src ${own}; style-src ${own}; connect-src 'self'; img-src 'self' data:; ${self}; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
})

test('the start page is for browsers: any other client gets the gateway’s 404 at the root, and where the page is', async () => {
  const { open, host } = await start()

  const address = await open()

  for (const { status, body } of [await call(address), await call(address, browser, {})]) {
    expect(status).toBe(404)
    expect(JSON.parse(body)).toEqual({ message: 'Not Found', startPage: `http://${host}/_local/` })
  }
})

test.each(['GET /', 'ANY /', '$default'])('the start page leaves the root to the route %s', async (routeKey) => {
  const { open, url } = await start(routeKey)

  const address = await open()

  expect(address).toBe(`${url}/_local/`)
  expect((await call(address)).body).toContain('<h1 id="name">')
  expect((await call(`${url}/`)).body).toBe('from the function')
})

test('the start page leaves a path that only begins like its own to the API', async () => {
  const { open, url } = await start('GET /_locals')
  await open()

  expect((await call(`${url}/_locals`)).body).toBe('from the function')
})

test('the start page, which gives tokens, is not at the other end of a tunnel', async () => {
  const { open, url } = await start()
  await open()
  const headers = { ...browser, host: 'tunnel.example' }

  const answers = [await call(`${url}/`, headers), await call(`${url}/_local/token`, headers, { recipient: 'demo' })]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [404, '{"message":"Not Found"}'],
    [404, '{"message":"Not Found"}'],
  ])
  expect((await call(`${url}/news`, headers)).body).toBe('from the function')
})

test('the start page does not exist under another name of this machine, which a page elsewhere may have chosen (DNS rebinding)', async () => {
  const { open, url, host } = await start()
  await open()
  const port = host.split(':')[1]

  for (const name of ['rebound.example', `rebound.example:${port}`, `127.0.0.1.example:${port}`]) {
    const answers = await Promise.all([
      call(`${url}/`, { host: name }),
      call(`${url}/_local/overview.json`, { host: name }),
      call(`${url}/_local/token`, { host: name }, { recipient: 'demo' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  }
  expect((await call(`${url}/_local/overview.json`, { host: `localhost:${port}` })).status).toBe(200)
})

test('the start page gives no token and runs nothing for a page of another origin, whose port may begin with its own', async () => {
  const { open, url } = await start()
  await open()

  const refused = await Promise.all([
    call(`${url}/_local/token`, { origin: 'https://evil.example' }, { recipient: 'demo' }),
    call(`${url}/_local/panels/overlay/run`, { origin: `${url}1` }, { amount: '5' }),
    call(`${url}/_local/activity.json`, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
  ])

  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  const link = { ...browser, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect((await call(`${url}/`, link)).status).toBe(200)
})

test('the start page gives its own page a token, and runs what panels offer', async () => {
  const { open, url } = await start()
  await open()
  const post = (path: string, values: object) => call(`${url}/_local/${path}`, { origin: url }, values)

  expect(JSON.parse((await post('token', { recipient: 'alice' })).body)).toEqual({ token: 'token of alice' })
  expect(JSON.parse((await post('panels/overlay/frame', {})).body)).toEqual({
    url: 'http://127.0.0.1/overlay#ticket=1',
  })
  expect(JSON.parse((await post('panels/overlay/frame', { kept: 'http://127.0.0.1/before' })).body)).toEqual({
    url: 'http://127.0.0.1/before',
  })
  expect(JSON.parse((await post('panels/overlay/greeting', {})).body)).toEqual({ alert: null })
  expect(JSON.parse((await post('panels/overlay/preview', { amount: '2' })).body)).toEqual({ size: 2 })
  expect(await post('panels/overlay/run', { amount: '5' })).toMatchObject({
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"line":"donated 5"}\n',
  })
  expect((await post('panels/overlay/run', { amount: '0' })).body).toBe(
    '{"line":"donated 0"}\n{"error":"nothing to give"}\n',
  )
  expect(await post('panels/overlay/frame', { kept: 'x' })).toMatchObject({ status: 500, body: 'Invalid URL' })
  expect((await post('panels/other/run', {})).status).toBe(404)
  expect((await call(`${url}/_local/token`)).status).toBe(404)
  expect(await post('token', { recipient: 5 })).toMatchObject({ status: 400 })
})

test('the start page shows requests with their invocations, and logs, after a sequence', async () => {
  const { open, url, recording } = await start()
  await open()

  const called = { functionId: 'listNews', accessKeyId: 'A', service: 'dynamodb', action: 'Query', tables: ['News'] }
  const query = { ...called, startedAt: 0, milliseconds: 4, status: 200, faults: [], readUnits: 1.5, writeUnits: 2 }
  const before = Date.now()
  await fetch(`${url}/news?size=1`)
  recording.onLog({ source: 'listNews', stream: 'stdout', requestId: 'lambda-1', text: 'x'.repeat(5000) })
  recording.onTrace({
    functionId: 'listNews',
    entrance: 'http',
    requestId: 'lambda-1',
    outcome: 'success',
    durationMilliseconds: 5,
    memoryMegabytes: 512,
    calls: [query],
  })

  const { last, requests, invocations, logs, feeds } = JSON.parse((await call(`${url}/_local/activity.json`)).body)
  expect(requests).toMatchObject([
    { method: 'GET', target: '/news?size=1', routeKey: 'GET /news', status: 200, invocationId: 'lambda-1' },
  ])
  expect(requests[0].at).toBeGreaterThanOrEqual(before)
  expect(invocations).toMatchObject([
    { functionId: 'listNews', invocationId: 'lambda-1', outcome: 'success', milliseconds: 5, readUnits: 1.5 },
  ])
  expect([invocations[0].writeUnits, invocations[0].calls]).toEqual([2, ['dynamodb Query News 4.0 ms · 1.5 RRU 2 WRU']])
  expect(invocations[0].dollarsPerMillion).toBeGreaterThan(1.2)
  expect(logs).toMatchObject([{ source: 'listNews', text: 'x'.repeat(4000) }])
  expect(feeds).toEqual({ overlay: [{ at: 1, title: 'telegram', text: 'hello' }] })
  const later = JSON.parse((await call(`${url}/_local/activity.json?after=${last}`)).body)
  expect(later).toMatchObject({ last, requests: [], invocations: [], logs: [] })
})

test('the overview has what panels show; without a renderer in the project, there is no reference', async () => {
  const { open, url } = await start()
  await open()

  const { hasReference, panels } = JSON.parse((await call(`${url}/_local/overview.json`)).body)
  expect(hasReference).toBe(false)
  expect(panels).toEqual([
    {
      id: 'overlay',
      title: 'Overlay',
      description: 'What viewers see.',
      frame: { title: 'The overlay', action: 'Open the overlay in a tab' },
      isGreeted: true,
      hasFeed: true,
      fields: [{ name: 'amount', label: 'Amount', kind: 'number', value: '5' }],
      action: 'Donate',
      previewsIn: 'overlay',
    },
  ])
  expect((await call(`${url}/_local/openapi.json`)).status).toBe(404)
})

test('before the start page is open, the gateway keeps its root and the page says so', async () => {
  const { url } = await start()

  expect((await call(`${url}/`)).status).toBe(404)
  expect((await call(`${url}/_local/`)).status).toBe(503)
})

test.each([
  ['$default', ''],
  ['prod', '/prod'],
])(
  'the OpenAPI document names the address that serves the stage %s, without a slash at the end',
  async (stage, path) => {
    const file = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.json')
    onTestFinished(() => rmSync(dirname(file), { recursive: true }))
    writeFileSync(file, '{"openapi":"3.1.0","servers":[{"url":"https://api.example"}]}')
    const { open, host } = await start('GET /news', { openApiFile: file }, stage)
    await open()

    const { body } = await call(`http://${host}/_local/openapi.json`)

    expect(JSON.parse(body)).toEqual({ openapi: '3.1.0', servers: [{ url: `http://${host}${path}` }] })
  },
)
