import { beforeEach, describe, expect, test, vi } from 'vitest'
import { documentClient } from '../../../shared/aws/documentClient.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import type { Write } from '../../../shared/contract/write.ts'
import { paymentId } from '../../../shared/payments/payment.ts'
import type { GatewayAccount, PaymentGateway } from '../../../shared/payments/paymentGateway.ts'
import type { PaymentReport } from '../../../shared/payments/paymentReport.ts'
import type { SealedGateway } from '../../../shared/payments/sealedGateways.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../../shared/webhooks/webhook.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle, handler } = await import('../../../functions/payments/receiveWebhook.ts')

const now = new Date('2026-03-01T18:30:00.500Z')
const at = '2026-03-01T18:29:00Z'
const [secret, previous, token] = ['secret', 'previous', 'token'].map((text) => Buffer.from(text))
const sealed: SealedGateway = {
  id: 'g',
  gateway: 'stripe',
  isAddressed: true,
  settings: { a: 1 },
  token: undefined,
  notedAt: { event: undefined, refusal: undefined },
  secrets: [],
}
const report: PaymentReport = {
  eventId: 'event',
  gatewayId: 'order-1',
  system: 'Stripe',
  at,
  test: false,
  facts: { completedAt: at },
  details: { amount: { major: 12, minor: 34, currency: 'EUR' } },
}
const id = paymentId('alice', 'g', report)

type Told = Awaited<ReturnType<PaymentGateway['read']>>

let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})

/** What becomes of a webhook of a credential, whose adapter tells or throws something. */
const receive = async (
  told: Told | Error = report,
  {
    gateway = sealed,
    commit = async () => undefined,
  }: { gateway?: SealedGateway | undefined | null; commit?: (writes: readonly Write[]) => Promise<unknown> } = {},
) => {
  const asked: unknown[] = []
  const notes: unknown[] = []
  const writes: (readonly Write[])[] = []
  const read: { adapter: string; account: GatewayAccount; receivedAt: Date }[] = []
  const adapterOf = (adapter: string): PaymentGateway => ({
    read: async ({ receivedAt }, account) => {
      read.push({ adapter, account, receivedAt })
      if (told instanceof Error) throw told
      return told
    },
  })
  const webhook = handle({
    gateways: {
      find: async (...given) => {
        asked.push(given)
        return gateway ?? undefined
      },
    },
    notes: { add: async (recipientId, { id }, note, noted) => void notes.push([recipientId, id, note, noted]) },
    cipher: { decrypt: async (bytes, context) => `${Buffer.from(bytes)} of ${Object.values(context).join(' ')}` },
    payments: 'payments',
    adapters: {
      stripe: adapterOf('stripe'),
      kofi: adapterOf('kofi'),
      yookassa: adapterOf('yookassa'),
      manual: adapterOf('manual'),
    },
    clock: () => now.getTime(),
  })
  const request = { requestId: 'r', params: { recipientId: 'alice', gatewayId: 'address' }, headers: {} }
  const answer = await webhook(
    { ...request, rawBody: Buffer.from('{}'), query: undefined, body: undefined } as never,
    async (given, result) => {
      writes.push(given)
      await commit(given)
      return result
    },
  ).catch((error: unknown) => error)
  return { answer, asked, notes, writes, read }
}

const noted = (note: object) => [['alice', 'g', note, now]]

describe('a webhook', () => {
  test('is read with the secrets of its credential, each opened in the context in which it was sealed', async () => {
    const secrets = [secret, previous] as Uint8Array[]
    const { read } = await receive(report, { gateway: { ...sealed, secrets, token: token as Uint8Array } })

    const account = {
      secrets: ['secret of alice g gateways.secret', 'previous of alice g gateways.secret'],
      token: 'token of alice g gateways.token',
      settings: { a: 1 },
    }
    expect(read.map((each) => each.account)).toEqual([account])
    expect((await receive()).read.map((each) => each.account)).toEqual([
      { secrets: [], token: undefined, settings: { a: 1 } },
    ])
  })

  test.each([
    ['stripe', 'stripe'],
    ['kofi', 'kofi'],
    ['yookassa', 'yookassa'],
    ['manual', 'manual'],
    ['my-bank', 'manual'],
    ['toString', 'manual'],
  ])('of the gateway %s is read by the adapter %s', async (gateway, adapter) => {
    expect((await receive(report, { gateway: { ...sealed, gateway } })).read).toMatchObject([{ adapter }])
  })

  test.each<[string, Partial<PaymentReport>]>([
    ['completed', { facts: { completedAt: at } }],
    ['failed', { facts: { failedAt: at } }],
    ['refunded', { reversal: { id: 'r', kind: 'refund', at } }],
    ['refund.failed', { reversal: { id: 'r', kind: 'refund', at, isBack: true } }],
    ['dispute.won', { reversal: { id: 'd', kind: 'dispute', at, isBack: true } }],
    ['disputed', { reversal: { id: 'd', kind: 'dispute', at } }],
    ['inited', { facts: {} }],
  ])('of the kind payment.%s is noted as such', async (kind, more) => {
    expect((await receive({ ...report, ...more })).notes).toEqual(noted({ lastEventType: `payment.${kind}` }))
  })

  test('that was taken before has the same answer', async () => {
    const { answer } = await receive(report, { commit: () => Promise.reject(new RepeatedEvent()) })

    expect(answer).toEqual({ paymentId: id })
  })

  test('that cannot be stored fails', async () => {
    const { answer } = await receive(report, { commit: () => Promise.reject(new Error('no store')) })

    expect(answer).toEqual(new Error('no store'))
  })

  test('that has to know its payment is written again with it', async () => {
    let attempts = 0
    const commit = async () => {
      if (++attempts === 1) throw new Conflict({ completedAt: at })
    }
    const { answer, writes } = await receive(report, { commit })

    const conditions = writes.map(([write]) => Object.values(write?.operation ?? {})[0].ConditionExpression)
    expect(answer).toEqual({ paymentId: id })
    expect(conditions.map((condition) => condition.includes('attribute_not_exists(#completedAt)'))).toEqual([
      true,
      false,
    ])
  })
})

describe('a webhook without effect', () => {
  test.each([
    ['charge.updated', 'charge.updated'],
    ['a_1-B', 'a_1-B'],
    ['t'.repeat(64), 't'.repeat(64)],
    ['t'.repeat(65), 'unnamed'],
    ['bob@example.com', 'unnamed'],
    ['\nx', 'unnamed'],
    ['', 'unnamed'],
  ])('of the type %j is noted and logged as %j', async (unusedType, eventType) => {
    const { answer, notes, writes } = await receive({ unusedType })

    expect(answer).toEqual({})
    expect(writes).toEqual([])
    expect(notes).toEqual(noted({ lastEventType: eventType }))
    expect(lines).toMatchObject([
      {
        level: 'INFO',
        message: 'webhook unused',
        operation: 'receiveWebhook',
        recipientId: 'alice',
        requestId: 'r',
        eventType,
        count: 1,
      },
    ])
  })
})

describe('a webhook that is refused', () => {
  const rejection = new Problem('signature_rejected', 'The webhook is not signed by a gateway of this recipient.')

  test('because nobody has its address leaves no note', async () => {
    expect(await receive(report, { gateway: null })).toMatchObject({
      answer: rejection,
      notes: [],
      read: [],
      writes: [],
    })
  })

  test('because its address has ended is not read, and is noted', async () => {
    const { answer, notes, read } = await receive(report, { gateway: { ...sealed, isAddressed: false } })

    expect(answer).toEqual(rejection)
    expect(read).toEqual([])
    expect(notes).toEqual(noted({ lastRefusalReason: 'unknown_address' }))
  })

  test.each<[string, Error, unknown[]]>([
    [
      'is noted where its sender caused it',
      new Problem('invalid_request', 'No.'),
      noted({ lastRefusalReason: 'invalid_request' }),
    ],
    ['is not where a provider did, because it comes again', new Problem('provider_unavailable', 'No.'), []],
    ['is not where the service is not set up', new Problem('provider_not_configured', 'No.'), []],
    ['is not where we did', new Problem('internal_error', 'No.'), []],
    ['is not where there is a bug', new Error('a bug'), []],
  ])('%s', async (_name, error, notes) => {
    expect(await receive(error)).toMatchObject({ answer: error, notes, writes: [] })
  })
  test('is refused by the function too, which reads its credential and notes the refusal there', async () => {
    const Item = { id: 'g', gateway: 'stripe', settings: '{}' }
    const inputs: unknown[] = []
    vi.spyOn(documentClient, 'send').mockImplementation(async ({ input }) => {
      inputs.push(input)
      return { Item }
    })

    const params = { recipientId: 'alice', gatewayId: 'g' }
    const answer = await handler(
      httpEvent('POST', '/payments/webhooks/{recipientId}/{gatewayId}', { params, body: {} }),
    )

    expect(answer).toMatchObject({ statusCode: 401 })
    expect(inputs).toMatchObject([
      { TableName: 'gateways', Key: { recipientId: 'alice', id: 'g' } },
      { TableName: 'gateways', ExpressionAttributeValues: { ':lastRefusalReason': 'signature_rejected' } },
    ])
  })
})
