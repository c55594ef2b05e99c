import { expect, onTestFinished, test, vi } from 'vitest'
import { openDonationPage } from '../../../local/demo/donationPanel.ts'
import { overlayLinks } from '../../../local/demo/overlayLinks.ts'
import { clientOf } from '../../../local/demo/recipientClient.ts'
import { runSchedule } from '../../../local/demo/schedulesPanel.ts'
import { startPagePanels } from '../../../local/demo/startPagePanels.ts'
import type { LocalApi } from '../../../local/runner/localApi.ts'

const address = { api: 'http://api', issuer: 'http://issuer' } as LocalApi

/** An API that reads this list and answers everything else so, and what it is asked, without tokens. */
const fakeApi = (content: readonly object[], answer: object = {}) => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body = '' } = {}) => {
    const { pathname, search } = new URL(url)
    if (pathname.endsWith('openid-configuration')) return Response.json({ token_endpoint: 'http://issuer/token' })
    if (pathname === '/token') return Response.json({ access_token: 'token' })
    calls.push(`${method} ${pathname}${search} ${body}`)
    return Response.json(method === 'GET' ? { content } : answer)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return calls
}

test('a start prints a new overlay in the place of those that an earlier start made and nobody opened', async () => {
  const overlays = [
    { overlayId: 'unopened', name: 'npm start', lastSeenAt: null },
    { overlayId: 'in OBS', name: 'npm start', lastSeenAt: '2026-03-01T18:30:00Z' },
    { overlayId: 'of the user', name: 'Main scene', lastSeenAt: null },
  ]
  const calls = fakeApi(overlays, { overlayUrl: 'http://api/overlay#ticket=1' })

  const links = await overlayLinks(address, 'demo')

  expect(links).toEqual([{ name: 'overlay', title: 'Overlay', url: 'http://api/overlay#ticket=1' }])
  expect(calls).toEqual([
    'GET /overlays?size=100 ',
    'POST /overlays/commands/revoke-overlay {"overlayId":"unopened"}',
    'POST /overlays/commands/create-ticket {"name":"npm start"}',
  ])
})

test('the start page keeps the overlay that this browser had, or makes one in place of those that nobody watches, and greets it with the last alert that is shown', async () => {
  const overlays = ['a', 'b'].map((overlayId) => ({ overlayId, name: 'start page', connected: overlayId === 'b' }))
  const calls = fakeApi(overlays, { overlayId: 'c', overlayUrl: 'http://api/overlay#ticket=1' })
  const [overlay] = startPagePanels(address, 'demo')

  expect(await overlay?.frame?.open('http://api/overlay#lamp=on&overlay=b')).toMatch(/&overlay=b$/)
  expect(await overlay?.frame?.open('http://api/overlay#lamp=on&overlay=x')).toBe(
    'http://api/overlay#lamp=on&ticket=1&overlay=c',
  )
  expect(await overlay?.frame?.greeting?.()).toEqual({ alert: overlays[0] })
  expect(calls.slice(2)).toEqual([
    'POST /overlays/commands/revoke-overlay {"overlayId":"a"}',
    'POST /overlays/commands/create-ticket {"name":"start page"}',
    'GET /alerts?hidden=false&size=1 ',
  ])
})

test('the panels of the start page ask by fields of their kinds, and a donation of 12.34 EUR is given at once', async () => {
  const [donations, look] = startPagePanels(address, 'demo').map(({ form }) => form?.fields ?? [])
  const kinds = look?.map(({ kind }) => kind)

  expect(Object.fromEntries(donations?.map(({ name, value }) => [name, value]) ?? [])).toEqual({
    nickname: 'Mira',
    amount: '12.34',
    currency: 'EUR',
    message: 'Great stream!',
  })
  expect([...new Set(kinds)].toSorted()).toEqual(['check', 'choice', 'color', 'number', 'text', 'url'])
})

test.each([
  [0, { amount: '1.234', currency: 'EUR' }, '1.234 EUR is not an amount.'],
  [1, { theme: 'neon', size: '9' }, /^size: /],
])('the form %i of the start page says what is wrong with %j', async (index, values, problem) => {
  const calls = fakeApi([])
  const form = startPagePanels(address, 'demo')[index]?.form

  await expect(Array.fromAsync(form?.run(values) ?? [])).rejects.toThrow(problem)
  expect(calls).toEqual([])
})

test('a call that the API or a token that the issuer refuses is an error with the reason', async () => {
  const refusing = (path: string) =>
    vi.stubGlobal('fetch', async (url: string | URL) => {
      const status = String(url).endsWith(path) ? 403 : 200
      return Response.json({ token_endpoint: 'http://issuer/token', detail: 'another recipient' }, { status })
    })
  onTestFinished(() => void vi.unstubAllGlobals())

  refusing('/news')
  const call = await clientOf(address, 'demo')
  await expect(call('GET', '/news')).rejects.toThrow('GET /news answered 403 another recipient')
  refusing('/token')
  await expect(clientOf(address, 'demo')).rejects.toThrow('The issuer refused a token for demo')
})

test('a schedule that fails is not said to have run', async () => {
  const run = (kind: string, worker = 'askSources') =>
    Array.fromAsync(
      startPagePanels({ ...address, invoke: async () => ({ kind }) } as never, 'demo')
        .at(-1)
        ?.form?.run({ worker }) ?? [],
    )

  expect(await run('success')).toEqual(['askSources has run'])
  await expect(run('timeout')).rejects.toThrow('askSources: timeout')
  await expect(run('success', 'addNews')).rejects.toThrow('There is no schedule addNews.')
  onTestFinished(() => void vi.unstubAllGlobals())
  for (const [answer, status] of [
    ['{"error":"askSources: timeout"}\n', 200],
    ['There is no such page.', 404],
  ] as const) {
    vi.stubGlobal('fetch', async () => new Response(answer, { status }))
    await expect(runSchedule('http://api', 'askSources')).rejects.toThrow('askSources did not run')
  }
})

test('a donation page is opened at a gateway that Stripe knows, from one euro on', async () => {
  const answer = { id: 'g', webhookUrl: 'http://api/hook', secret: 'whsec_of_stripe' }
  const calls = fakeApi([], answer)

  const url = await openDonationPage('http://api', await clientOf(address, 'a b'), 'a b', 'http://sandbox/log')

  expect(url).toBe('http://api/donate/a%20b')
  expect(calls.map((call) => call.split(' ', 2).join(' '))).toEqual([
    'POST /payments/commands/set-gateway',
    'POST /api.stripe.com/v1/webhook_endpoints',
    'POST /payments/commands/set-gateway',
    'POST /payments/commands/togglegateway',
    'PUT /config',
  ])
  expect(calls[2]).toContain('"id":"g","secret":"whsec_of_stripe"')
  expect(calls[4]).toContain('"least":[{"major":1,"minor":0,"currency":"EUR"}]')
})
