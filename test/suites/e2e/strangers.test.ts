import { Agent, request } from 'node:http'
import { expect, inject, test } from 'vitest'
import { serviceClient } from '../../../shared/web/client/serviceClient.ts'
import { clientOf, tokenFor } from '../../support/apiClient.ts'
import { checkoutCredentials, donorPage } from '../../support/fixtures/donorFixtures.ts'
import { connectTo } from '../../support/socketClient.ts'

interface Sent {
  readonly path: string
  readonly body: object
  /** The loopback address from which it comes. */
  readonly from: string
  readonly agent?: Agent
}

/** The status of a POST from an address of this machine. */
const statusOf = ({ path, body, from, agent }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const url = new URL(`${inject('localApi').api}${path}`)
    const sent = request(url, { method: 'POST', headers, localAddress: from, ...(agent && { agent }) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })
const donation = { requestId: 'request-1', amount: euros(5) }

/** A recipient whose donor page is open, and the path of its payments. */
const newPage = async (recipient: string): Promise<string> => {
  const client = clientOf(recipient)
  await client('PUT', '/config', { name: 'paymentpage', value: { donorPage } })
  const { body } = await client('POST', '/payments/commands/set-gateway', checkoutCredentials.stripe)
  await client('POST', '/payments/commands/togglegateway', { id: body.id, enabled: true })
  return `/donors/${recipient}/payments`
}

/** Forty donors from addresses of their own, half of them to another recipient; the statuses of their answers. */
const fortyDonors = (paths: readonly string[]): Promise<readonly number[]> =>
  Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      statusOf({ path: paths[index % 2] as string, body: donation, from: `127.0.1.${index + 1}` }),
    ),
  )

test.each([64, 128])('beside %i sockets of nonsense from one machine forty of forty donors begin', async (sockets) => {
  const [one, other] = [`flooded-${sockets}`, `neighbour-${sockets}`]
  const paths = [await newPage(one), await newPage(other)]
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const flood = { path: '/donors/nobody/payments', body: {}, from: '127.0.0.10', agent }
  let left = 6_000
  const refusals: number[] = []
  const flooding = Array.from({ length: sockets }, async () => {
    while (left-- > 0) refusals.push(await statusOf(flood))
  })
  while (refusals.length < 2_500) await new Promise((resolve) => setTimeout(resolve, 5))

  const statuses = await fortyDonors(paths)

  left = 0
  await Promise.all(flooding)
  agent.destroy()
  expect(statuses).toEqual(Array(40).fill(200))
})

test('after 122 refused payments from twelve addresses forty of forty donors begin', async () => {
  const paths = [await newPage('refusing'), await newPage('beside-refusing')]
  const refusals = await Promise.all(
    Array.from({ length: 122 }, (_, index) =>
      statusOf({
        path: paths[0] as string,
        body: { ...donation, amount: euros(0, 1) },
        from: `127.0.0.${20 + (index % 12)}`,
      }),
    ),
  )

  const statuses = await fortyDonors(paths)

  expect(new Set(refusals)).toEqual(new Set([400]))
  expect(statuses).toEqual(Array(40).fill(200))
})

// It needs a machine that refuses 300 upgrades a second beside its other work, so it has to be asked for.
const loaded = test.skipIf(process.env['LOAD_TESTS'] !== '1')

loaded(
  'beside 300 refused upgrades a second twelve of twelve overlays connect within 30 s (LOAD_TESTS=1)',
  async () => {
    const { api: url, websocket } = inject('localApi')
    const refusals: Promise<unknown>[] = []
    const flood = setInterval(() => {
      for (let each = 0; each < 30; each++) refusals.push(connectTo(`${websocket}?ticket=x`).catch(() => undefined))
    }, 100)
    await new Promise((resolve) => setTimeout(resolve, 3_000))

    const online = Array.from({ length: 12 }, async (_, index) => {
      const connected = Promise.withResolvers<void>()
      const memory = new Map<string, string>()
      const listening = serviceClient({ url, token: () => tokenFor(`overlay-${index}`) }).connectAlerts({
        name: 'overlay',
        storage: {
          getItem: (key) => memory.get(key) ?? null,
          setItem: (key, value) => void memory.set(key, value),
        },
        show: async () => undefined,
        changed: (state) => state === 'online' && connected.resolve(),
      })
      await Promise.race([
        connected.promise,
        new Promise((_resolve, reject) => setTimeout(reject, 30_000, new Error('it is not online'))),
      ]).finally(() => listening.close())
    })
    const outcomes = await Promise.allSettled(online)

    clearInterval(flood)
    await Promise.all(refusals)
    expect(outcomes.map(({ status }) => status)).toEqual(Array(12).fill('fulfilled'))
  },
)
