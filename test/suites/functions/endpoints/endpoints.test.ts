import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test, vi } from 'vitest'
import { documentedMembers } from '../../../support/documentedWebhook.ts'
import { anId, justNow } from '../../../support/expected.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'

const bench = await sharedByTests(openPaymentsBench())
afterEach(() => void vi.useRealTimers())

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The service's time stands at `time`; sockets and timers go on. */
const standAt = (time: number): void => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(time)
}

const types = [
  'payment.completed',
  'payment.refunded',
  'payment.disputed',
  'payment.reinstated',
  'stream.started',
  'stream.ended',
]

const base = () => String(process.env['ENDPOINTS_TRUSTED_URL'])

/** An endpoint of somebody new, whose receiver answers by its path. */
const withEndpoint = async (path = '', more: object = {}) => {
  const recipient = bench.someone()
  const url = `${base()}/${path || recipient}`
  const { body } = await bench.call('setEndpoint', { recipient, body: { url, types, ...more } })
  return { recipient, url, id: body.id as string, secret: body.secret as string }
}

const stored = (recipient: string) => bench.itemsOf('endpointMessages', recipient)

/** Sends what is queued, as the stream delivers it to the worker without patience, and then to the other one. */
const send = async (recipient: string): Promise<void> => {
  for (const [worker, taken] of [
    ['sendWebhook', 'queued'],
    ['sendSlowWebhook', 'slow'],
  ] as const) {
    const messages = (await stored(recipient)).filter(({ state }) => state === taken)
    await bench.deliver(worker, messages, { getRemainingTimeInMillis: () => 30_000 })
  }
}

/** Sends what waits, when its time has come. */
const sendDue = async (recipient: string): Promise<void> => {
  const due = (await stored(recipient)).map(({ dueAt }) => Date.parse(dueAt)).filter((at) => at > 0)
  standAt(Math.max(Date.now(), Math.min(...due)))
  await bench.wake(recipient)
  // What is due later than a message can be delayed is woken by the schedule.
  const { handler } = (await import('../../../../functions/workers/wakeDueAnnouncements.ts')) as {
    handler: (event: unknown) => Promise<void>
  }
  await handler({})
  await bench.wake(recipient)
  await send(recipient)
}

/** As before, after a first webhook, a test, which took no time. */
const withQuickEndpoint = async () => {
  const made = await withEndpoint()
  standAt(Date.now())
  await bench.call('testEndpoint', { recipient: made.recipient, body: { id: made.id } })
  await send(made.recipient)
  return made
}

const donate = async (recipient: string, gatewayId = '1') => {
  const gateway = await bench.manual(recipient)
  await bench.tell(gateway, 'completed', { gatewayId, nickname: 'Mira' })
  await bench.project()
  return gateway
}

const arrived = (recipient: string) => bench.sandbox.log.filter(({ path }) => path === `/${recipient}`)

const log = async (recipient: string, id: string) =>
  (await bench.call('listEndpointMessages', { recipient, params: { id } })).body.content

const endpoint = async (recipient: string) => (await bench.call('listEndpoints', { recipient })).body.content[0]

test('a donation comes as one Standard Webhook with the payment, which the reference library verifies', async () => {
  const { recipient, secret } = await withEndpoint()
  await bench.tell(await bench.manual(recipient), 'completed', { gatewayId: '1', nickname: 'Mira' })
  const appearsAt = Date.now() + 5000
  standAt(appearsAt)

  await bench.project()
  await send(recipient)

  const [webhook, ...others] = arrived(recipient)
  expect(others).toEqual([])
  const payload = new Webhook(secret).verify(webhook?.body ?? '', webhook?.headers ?? {})
  const payment = (await bench.call('listPayments', { recipient })).body.content[0]
  expect(payload).toEqual({ type: 'payment.completed', timestamp: new Date(appearsAt).toISOString(), data: payment })
  expect(Object.keys(payment).toSorted()).toEqual(documentedMembers('payment.completed'))
  expect(webhook?.headers['webhook-id']).toEqual(anId)
})

test('refunds, disputes and a dispute that is won come in their order of events, each once', async () => {
  const { recipient } = await withEndpoint()
  standAt(Date.now())
  const gateway = await donate(recipient)
  await send(recipient)
  const amount = { major: 2, minor: 0, currency: 'EUR' }
  const events = [
    ['refunded', { part: amount, refundId: 'r1' }],
    ['disputed', { disputeId: 'd1' }],
    ['dispute.won', { disputeId: 'd1' }],
    ['refunded', { refundId: 'r2' }],
  ] as const
  for (const [type, data] of events) {
    await bench.tell(gateway, type, { gatewayId: '1', ...data })
    await bench.project()
    await send(recipient)
    const [payment] = (await bench.call('listPayments', { recipient })).body.content
    expect(JSON.parse(arrived(recipient).at(-1)?.body ?? '').data).toEqual(payment)
  }

  const told = arrived(recipient).map(({ body }) => JSON.parse(body).type)

  expect(told.toSorted()).toEqual(
    ['payment.completed', 'payment.refunded', 'payment.disputed', 'payment.reinstated', 'payment.refunded'].toSorted(),
  )
})

test('an imported donation whose payment comes live is a completed payment', async () => {
  const { recipient, id } = await withEndpoint()
  const gateway = await bench.manual(recipient)
  const item = { system: 'Imported', event: 'payment', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
  await bench.call('addHistoryItems', { recipient, body: { items: [item] } })
  await bench.tell(gateway, 'completed', { gatewayId: '1', system: 'Imported' })
  await bench.project()

  expect((await log(recipient, id)).map(({ type }: { type: string }) => type)).toEqual(['payment.completed'])
})

test('without an endpoint for the type, a donation stores no webhook', async () => {
  const { recipient } = await withEndpoint('', { types: ['stream.ended', 'stream.ended'] })
  expect(await endpoint(recipient)).toMatchObject({ types: ['stream.ended'] })
  const [disabled, nobody] = [await withEndpoint('', { enabled: false }), bench.someone()]

  for (const each of [recipient, disabled.recipient, nobody]) await donate(each)

  expect(await Promise.all([recipient, disabled.recipient, nobody].map(stored))).toEqual([[], [], []])
})

test('two secrets sign for a day after a rotation, then only the new one', async () => {
  const { recipient, id, secret } = await withEndpoint()
  const rotated = (await bench.call('rotateEndpointSecret', { recipient, body: { id } })).body
  const verifies = async (some: string) => {
    await bench.call('testEndpoint', { recipient, body: { id } })
    await send(recipient)
    const { body = '', headers = {} } = arrived(recipient).at(-1) ?? {}
    try {
      return Boolean(new Webhook(some).verify(body, headers))
    } catch {
      return false
    }
  }

  expect([await verifies(secret), await verifies(rotated.secret)]).toEqual([true, true])
  standAt(Date.parse(rotated.previousSecretUntil))
  expect([await verifies(secret), await verifies(rotated.secret)]).toEqual([false, true])
})

test('a secret that has leaked signs nothing more after a rotation without the previous one', async () => {
  const { recipient, id, secret } = await withEndpoint()
  const rotate = async (keepPrevious: boolean) =>
    (await bench.call('rotateEndpointSecret', { recipient, body: { id, keepPrevious } })).body
  const [, rotated] = [await rotate(true), await rotate(false)]
  const { messageId } = (await bench.call('testEndpoint', { recipient, body: { id } })).body
  await send(recipient)

  const [webhook] = arrived(recipient)
  const payload = new Webhook(rotated.secret).verify(webhook?.body ?? '', webhook?.headers ?? {})
  expect(payload).toEqual({ type: 'endpoint.test', timestamp: justNow, data: { endpointId: id } })
  expect(webhook?.headers['webhook-id']).toBe(messageId)
  expect(rotated.previousSecretUntil).toBeUndefined()
  expect((await bench.itemsOf('endpoints', recipient))[0]).not.toHaveProperty('previousSecret')
  expect(webhook?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  expect(() => new Webhook(secret).verify(webhook?.body ?? '', webhook?.headers ?? {})).toThrow()
})

test('a refused webhook comes again with the same id and body after 24 to 30 s, and the endpoint recovers', async () => {
  const { recipient, id, url } = await withEndpoint()
  const now = Date.now()
  standAt(now)
  bench.sandbox.script({ path: `/${recipient}` }, { kind: 'status', status: 503 })
  await donate(recipient)
  await send(recipient)

  const [waiting] = await log(recipient, id)
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 503, reason: 'answered 503' })
  const pause = Date.parse(waiting.nextAttemptAt) - now
  expect(pause).toBeGreaterThanOrEqual(24_000)
  expect(pause).toBeLessThanOrEqual(30_000)
  expect(await endpoint(recipient)).toMatchObject({ url, enabled: true, failingSince: new Date(now).toISOString() })

  standAt(now + 30_000)
  await sendDue(recipient)

  const [first, second] = arrived(recipient)
  expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  // Receivers refuse a webhook that was signed more than five minutes ago.
  expect(second?.headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000) + 30))
  expect(await log(recipient, id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 204, reason: null }])
  expect(await endpoint(recipient)).toMatchObject({ failingSince: null })
})

test('an endpoint that fails gets nothing during its pause but a test, and everything once it has another address', async () => {
  const { recipient, id } = await withEndpoint('answers/500')
  await donate(recipient)
  await send(recipient)
  await donate(recipient, '2')
  await bench.call('testEndpoint', { recipient, body: { id } })
  await send(recipient)

  const attempts = (await log(recipient, id)).map(({ type, attempts: made }: Record<string, unknown>) => [type, made])
  expect(attempts.toSorted()).toEqual([
    ['endpoint.test', 1],
    ['payment.completed', 0],
    ['payment.completed', 1],
  ])
  await bench.call('setEndpoint', { recipient, body: { id, url: `${base()}/${recipient}`, types } })
  await donate(recipient, '3')
  await send(recipient)
  expect(arrived(recipient)).toHaveLength(1)
})

test('an endpoint that accepts after more than a second is paused for ten times as long, but does not fail', async () => {
  const { recipient, id } = await withEndpoint()
  bench.sandbox.script({ path: `/${recipient}` }, { kind: 'delay', milliseconds: 1200 })
  await donate(recipient)
  await send(recipient)
  await donate(recipient, '2')
  await send(recipient)

  const [second, first] = await log(recipient, id)
  expect([first.state, second.state, second.attempts]).toEqual(['delivered', 'waiting', 0])
  expect(Date.parse(second.nextAttemptAt) - Date.parse(first.attemptedAt)).toBeGreaterThan(11_900)
  expect(await endpoint(recipient)).toMatchObject({ enabled: true, failingSince: null })
})

test('receivers that hang are asked by a worker of their own, because a quick neighbour waited for them', async () => {
  const [hanging, { recipient: neighbour }] = [await withEndpoint(), await withQuickEndpoint()]
  bench.sandbox.script({ path: `/${hanging.recipient}` }, { kind: 'delay', milliseconds: 60_000 }, 9)
  for (let count = 1; count <= 9; count++) await donate(hanging.recipient, `${count}`)
  await donate(neighbour)
  const batch = [...(await stored(hanging.recipient)), ...(await stored(neighbour))]

  await bench.deliver('sendWebhook', batch, { getRemainingTimeInMillis: () => 30_000 })

  expect(arrived(hanging.recipient)).toEqual([])
  expect((await stored(neighbour)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  await send(hanging.recipient)
  expect(new Set((await stored(hanging.recipient)).map(({ reason }) => reason))).toEqual(
    new Set(['no answer within 5 s']),
  )
})

test('a quick receiver that hangs is asked again at once with the same id, and is paused by no failure', async () => {
  const { recipient, id } = await withQuickEndpoint()
  bench.sandbox.script({ path: `/${recipient}` }, { kind: 'delay', milliseconds: 60_000 })
  await donate(recipient)
  await send(recipient)

  const messages = await log(recipient, id)
  const [donation] = messages.filter(({ type }: { type: string }) => type === 'payment.completed')
  expect(donation).toMatchObject({ state: 'delivered', attempts: 1 })
  const ids = arrived(recipient).map(({ headers }) => headers['webhook-id'])
  expect(ids.slice(1)).toEqual([donation.id, donation.id])
  expect(await endpoint(recipient)).toMatchObject({ failingSince: null })
})

test('an endpoint that refuses a webhook for a day is disabled with the reason, and gets no more', async () => {
  const { recipient, id } = await withEndpoint('answers/500')
  const startedAt = Date.now()
  standAt(startedAt)
  await donate(recipient)
  await send(recipient)
  for (let attempt = 2; attempt <= 20 && (await log(recipient, id))[0].state === 'waiting'; attempt++)
    await sendDue(recipient)

  const [failed] = await log(recipient, id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 8, reason: 'answered 500', nextAttemptAt: null })
  const lasted = Date.parse(failed.attemptedAt) - startedAt
  expect(lasted).toBeGreaterThan(18 * hourMs)
  expect(lasted).toBeLessThanOrEqual(24 * hourMs)
  const since = new Date(startedAt).toISOString()
  expect(await endpoint(recipient)).toMatchObject({
    enabled: false,
    disabledReason: `it has accepted nothing since ${since}; the last reason: answered 500`,
    disabledAt: failed.attemptedAt,
    failingSince: null,
  })
  await donate(recipient, '2')
  expect(await stored(recipient)).toHaveLength(1)
})

test('an answer 410 disables the endpoint at once; setting it again enables it', async () => {
  const { recipient, id, url } = await withEndpoint('answers/410')
  await donate(recipient)
  await send(recipient)

  expect(await log(recipient, id)).toMatchObject([{ state: 'failed', status: 410 }])
  expect(await endpoint(recipient)).toMatchObject({
    enabled: false,
    disabledReason: 'the endpoint answered 410 Gone',
    disabledAt: justNow,
  })

  const set = await bench.call('setEndpoint', { recipient, body: { id, url, types } })
  expect(set.body).toMatchObject({ enabled: true, disabledReason: null, disabledAt: null })
  expect(await endpoint(recipient)).toEqual(set.body)
  expect(set.body).not.toHaveProperty('secret')
  await donate(recipient, '2')
  expect(await stored(recipient)).toHaveLength(2)
})

test('a wake-up that comes twice, or before its time, leaves a webhook as it is', async () => {
  const { messageRepository } = await import('../../../../shared/areas/endpoints/messageRepository.ts')
  const messages = messageRepository(bench.aws.client, bench.aws.table('endpointMessages'))
  for (const { recipient } of [await withEndpoint(), await withEndpoint('answers/500')]) {
    await donate(recipient)
    await send(recipient)
    const before = await stored(recipient)

    await messages.queueAgain(recipient, String(before[0]?.['id']), new Date())

    expect(before).toMatchObject([{ attempts: 1 }])
    expect(await stored(recipient)).toEqual(before)
  }
})

test('a webhook’s change is repeated after a lost answer, but never over another worker’s change', async () => {
  const { messageRepository } = await import('../../../../shared/areas/endpoints/messageRepository.ts')
  const messages = messageRepository(bench.aws.client, bench.aws.table('endpointMessages'))
  const { testMessage } = await import('../../../../shared/areas/endpoints/endpointMessage.ts')
  const { recipient, id } = await withEndpoint()
  const seen = testMessage(recipient, id, Date.now())
  await messages.add(recipient, [seen])
  const next = { ...seen, revision: 'next' }

  const answers: boolean[] = []
  for (const each of [next, next, { ...seen, revision: 'late' }])
    answers.push(await messages.replace(recipient, seen, each))

  expect(answers).toEqual([true, true, false])
  expect(await stored(recipient)).toMatchObject([{ revision: 'next' }])
})

test('a webhook that was delivered is sent again on request, with the same id and body', async () => {
  const { recipient, id } = await withEndpoint()
  await donate(recipient)
  await send(recipient)
  const [{ id: messageId }] = await log(recipient, id)

  await bench.call('resendEndpointMessage', { recipient, body: { endpointId: id, messageId } })
  const [waiting] = await log(recipient, id)
  await send(recipient)

  expect(waiting).toMatchObject({ state: 'waiting', attempts: 0, status: null, reason: null })
  const sent = arrived(recipient).map(({ headers, body }) => [headers['webhook-id'], body])
  expect(sent).toEqual([sent[0], sent[0]])
  expect(sent[0]?.[0]).toBe(messageId)
  const unknown = { endpointId: id, messageId: 'unknown' }
  const { status, body } = await bench.call('resendEndpointMessage', { recipient, body: unknown })
  expect([status, body.errors[0].pointer]).toEqual([404, '/messageId'])
})

test('an endpoint that is set anew keeps its secrets, and nothing that was known of its former address', async () => {
  const { recipient, id, url } = await withEndpoint()
  await bench.call('rotateEndpointSecret', { recipient, body: { id } })
  const [item] = await bench.itemsOf('endpoints', recipient)
  const known = { failingSince: 'then', pausedUntil: 1, isQuick: true, disabledReason: 'gone', disabledAt: 'then' }
  await bench.aws.client.send(
    new PutCommand({ TableName: bench.aws.table('endpoints'), Item: { ...item, ...known, enabled: false } }),
  )

  await bench.call('setEndpoint', { recipient, body: { id, url, types } })

  expect(await bench.itemsOf('endpoints', recipient)).toEqual([item])
})

test('of failures at the same time the first pauses the endpoint, and one that its owner has changed is not disabled', async () => {
  const { endpointRepository } = await import('../../../../shared/areas/endpoints/endpointRepository.ts')
  const { applyOrThrow } = await import('../../../../shared/mechanisms/store/commit.ts')
  const endpoints = endpointRepository(bench.aws.client, bench.aws.table('endpoints'))
  const { recipient, id } = await withEndpoint()
  const seen = (await endpoints.find(recipient, id)) ?? expect.fail()
  const changed = new Error('changed')

  for (const [now, until] of [
    [1000, 2000],
    [1999, 3000],
    [2000, 4000],
  ] as const) {
    await endpoints.pause(recipient, seen, { now, until, failingSince: String(now) })
    const { pausedUntil, failingSince } = (await endpoints.find(recipient, id)) ?? {}
    expect([pausedUntil, failingSince]).toEqual(now === 2000 ? [4000, '2000'] : [2000, '1000'])
  }
  await bench.call('setEndpoint', { recipient, body: { id, url: seen.url, types, enabled: false } })
  const disabling = endpoints.disabling(recipient, seen, 'gone', new Date(), () => changed)
  await expect(applyOrThrow(bench.aws.client)([disabling])).rejects.toBe(changed)
})

test.each([
  ['deleted', 404, 'There is no such endpoint.'],
  ['disabled', 200, 'The endpoint is disabled.'],
])(
  'a webhook that waits for an endpoint which is then %s is not sent, and its log is %i',
  async (what, logStatus, reason) => {
    const { recipient, id, url } = await withEndpoint()
    await donate(recipient)
    const change = { id, url, types, enabled: false }
    if (what === 'deleted') await bench.call('deleteEndpoint', { recipient, body: { id } })
    else await bench.call('setEndpoint', { recipient, body: change })
    await send(recipient)

    expect(arrived(recipient)).toEqual([])
    await donate(recipient, '2')
    expect(await stored(recipient)).toMatchObject([{ state: 'failed', reason }])
    expect(await bench.call('listEndpointMessages', { recipient, params: { id } })).toMatchObject({ status: logStatus })
  },
)

test.each([
  ['starts', 'STREAM_STARTED', 'stream.started'],
  ['ends', 'STREAM_ENDED', 'stream.ended'],
])(
  'a stream that %s is told once, with its channel, however often its event is announced',
  async (_what, trigger, type) => {
    const { recipient } = await withEndpoint()
    const event = { id: 'event-1', trigger, channel: 'twitch#7', sessionId: 's1', eventId: '' }
    const item = { recipientId: recipient, ...event, takenAt: Date.now(), state: 'queued' }
    for (let time = 0; time < 2; time++) {
      await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('streamEvents'), Item: item }))
      await bench.deliver('announceStream', [item])
      await send(recipient)
    }

    const told = arrived(recipient).map(({ body }) => JSON.parse(body))
    expect(told).toEqual([
      {
        type,
        timestamp: new Date(item.takenAt).toISOString(),
        data: { channel: 'twitch#7', sessionId: 's1' },
      },
    ])
  },
)

test('an outgoing webhook costs six write units, and only recipients with endpoints pay', async () => {
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  const calls = recordStoreCalls(documentClient)
  const unitsOf = async (recipient: string) => {
    const gateway = await bench.manual(recipient)
    calls.length = 0
    await bench.tell(gateway, 'completed', { gatewayId: '1', nickname: 'Mira' })
    await bench.project()
    const stored = calls.reduce((sum, { units }) => sum + units, 0)
    await send(recipient)
    const all = calls.reduce((sum, { units }) => sum + units, 0)
    return { stored, sent: all - stored }
  }
  const { recipient } = await withQuickEndpoint()

  const [without, withWebhook] = [await unitsOf(bench.someone()), await unitsOf(recipient)]

  expect([withWebhook.stored - without.stored, withWebhook.sent, without.sent]).toEqual([3, 3, 0])
})

test('the trace of a payment shows its webhook', async () => {
  const { recipient, id } = await withEndpoint()
  await donate(recipient)
  const [payment] = (await bench.call('listPayments', { recipient })).body.content
  const step = async () =>
    (await bench.call('tracePayment', { recipient, params: { id: payment.id } })).body.steps.find(
      (each: { step: string }) => each.step === 'endpoint',
    )

  expect(await step()).toMatchObject({ state: 'waiting', reason: 'not_sent', id, at: null })
  await send(recipient)
  expect(await step()).toMatchObject({ state: 'done', reason: null, at: justNow, name: new URL(base()).host })
})

test.each([
  ['http://bot.example.com/', 'the address is not https'],
  ['https://10.0.0.8/', 'the address is not one of the public Internet'],
  ['https://[::ffff:169.254.169.254]/', 'the address is not one of the public Internet'],
])('the address %s is refused: %s', async (url, detail) => {
  const { status, body } = await bench.call('setEndpoint', { recipient: bench.someone(), body: { url, types } })

  expect([status, body.errors]).toEqual([400, [{ in: 'body', pointer: '/url', code: 'not_allowed', detail }]])
})

test('a sixth endpoint is refused until one is deleted', async () => {
  const { recipient, id } = await withEndpoint()
  const add = () => bench.call('setEndpoint', { recipient, body: { url: `${base()}/more`, types } })
  for (let count = 2; count <= 5; count++) expect((await add()).status).toBe(200)

  expect((await add()).body.code).toBe('limit_reached')
  await bench.call('deleteEndpoint', { recipient, body: { id } })
  expect((await add()).status).toBe(200)
})

test('the log has the last hundred webhooks, newest first', async () => {
  const { recipient, id } = await withEndpoint()
  const { testMessage } = await import('../../../../shared/areas/endpoints/endpointMessage.ts')
  const { messageRepository } = await import('../../../../shared/areas/endpoints/messageRepository.ts')
  const messages = messageRepository(bench.aws.client, bench.aws.table('endpointMessages'))
  const first = Date.now()
  const made = Array.from({ length: 101 }, (_, index) => testMessage(recipient, id, first + index))
  await messages.add(recipient, made)

  const { body } = await bench.call('listEndpointMessages', { recipient, params: { id }, query: { size: '100' } })

  expect(body.totalSize).toBe(100)
  const createdAt = new Date(first + 100).toISOString()
  expect(body.content[0]).toMatchObject({ createdAt, state: 'waiting', attemptedAt: null, nextAttemptAt: null })
})
