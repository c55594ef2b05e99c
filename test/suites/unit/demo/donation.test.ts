import { expect, onTestFinished, test, vi } from 'vitest'
import { alertId } from '../../../../shared/areas/alerts/alert.ts'
import { donate } from '../../../local/demo/donation.ts'

const amount = { major: 5, minor: 0, currency: 'EUR' }

test('a donation names a recipient without a gateway as new, except that of the start page, and the level of its alert', async () => {
  const item = { id: 'h', recipientId: 'demo', metadata: { paymentId: 'p' }, settings: {} }
  const content = [item, { id: alertId('demo', 'h'), levelName: 'Gold', settings: {} }]
  const paid = { id: 'p', paymentId: 'p', status: 'completed', webhookUrl: 'http://api/hook' }
  const issued = { token_endpoint: 'http://issuer/token', access_token: 't' }
  vi.stubGlobal('fetch', async () => Response.json({ ...paid, ...issued, content }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const linesOf = (recipient: string) =>
    Array.fromAsync(
      donate(
        { api: 'http://api', issuer: 'http://issuer' },
        { recipient, amount, nickname: 'A', message: '', test: false },
      ),
    )

  const [known, fresh] = [await linesOf('demo'), await linesOf('alice')]

  expect(known[0]).toBe('donation of 5.00 EUR from A to demo: ""')
  expect(fresh[0]).toBe('alice is new to donations here: a payment gateway is made')
  expect(known.at(-1)).toMatch(/ of level Gold after \d+ ms$/)
})

test('an alert that does not come is awaited for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals())
  const answer = {
    id: 'p',
    token_endpoint: 'http://issuer/token',
    access_token: 't',
    content: [],
    webhookUrl: 'http://a',
  }
  vi.stubGlobal('fetch', async (address: string) => {
    if (String(address).includes('/alerts')) vi.setSystemTime(Date.now() + 2000)
    return Response.json(answer)
  })
  const donation = { recipient: 'demo', amount, nickname: 'A', message: '', test: false }
  const lines = Array.fromAsync(donate({ api: 'http://api', issuer: 'http://issuer' }, donation))

  await expect(lines).rejects.toThrow('No alert came within 10 s: is the API running its streams?')
  expect(Date.now()).toBe(10_000)
})

test.each([
  [{ test: true }, 200, '  a test is shown by the overlays, and is in no list and no total'],
  [{ test: false }, 422, 'The webhook was answered 422: amount: is too small'],
])('a donation with %o whose webhook is answered %i ends with: %s', async (given, status, last) => {
  const answer = {
    id: 'p',
    token_endpoint: 'http://issuer/token',
    access_token: 't',
    content: [],
    webhookUrl: 'http://a/',
  }
  vi.stubGlobal('fetch', async (address: string) =>
    address === 'http://a/' ? Response.json({ detail: 'amount: is too small' }, { status }) : Response.json(answer),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const donation = { recipient: 'demo', amount, nickname: 'A', message: '', ...given }

  const sending = donate({ api: 'http://api', issuer: 'http://issuer' }, donation)
  const lines = await Array.fromAsync(sending).catch(({ message }) => [message])

  expect(lines.at(-1)).toBe(last)
})
