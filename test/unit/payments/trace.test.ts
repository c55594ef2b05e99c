import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { alertId } from '../../../shared/alerts/alert.ts'
import { alertSequence } from '../../../shared/alerts/sequences.ts'
import type { Item } from '../../../shared/contract/write.ts'
import type { Overlay } from '../../../shared/overlays/overlayRepository.ts'
import { shownTime } from '../../../shared/overlays/shownTimes.ts'
import { overlayCheck } from '../../../shared/payments/overlayCheck.ts'
import { checkCredential, paymentId, type StoredPayment } from '../../../shared/payments/payment.ts'
import { type TraceFacts, timelineOf } from '../../../shared/payments/trace/timeline.ts'
import { traceRepository } from '../../../shared/payments/trace/traceRepository.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'
import { nowSeconds, paymentWith } from './projectionState.ts'

stubEnvironment()
const { handle: tracePayment } = await import('../../../functions/payments/tracePayment.ts')

const now = new Date('2026-03-01T18:30:00.000Z')
/** So many milliseconds after the webhook. */
const instant = (milliseconds: number): string =>
  new Date(Date.parse('2026-03-01T18:00:01.000Z') + milliseconds).toISOString()

const place = paymentWith().places.preferred
const item: Item = {
  recipientId: 'alice',
  id: place.id,
  system: 'Manual',
  event: 'payment',
  originId: 'order-1',
  deleted: false,
  timestamp: '2026-03-01T18:01:00.000Z',
  alertPosition: 4,
  appearedAt: instant(100),
  levelName: 'gold',
  metadata: '{"paymentId":"p"}',
}
const sequence = alertSequence(4)
const overlay: Overlay = { recipientId: 'alice', overlayId: 'o', createdAt: 'then', expiresAt: nowSeconds + 1 }

/** The steps behind the webhook, each with the members that are told of it. */
const stepsOf = (more: Partial<StoredPayment>, beside: Partial<TraceFacts> = {}) => {
  const facts = { payment: paymentWith(more), item, videos: [], overlays: [], ...beside }
  const [webhook, ...steps] = timelineOf(facts, now).steps
  expect(webhook).toEqual({
    step: 'webhook',
    state: 'done',
    at: instant(0),
    milliseconds: 0,
    reason: null,
    id: null,
    name: null,
    sequence: null,
  })
  return steps
}
const stepOf = (step: string, ...given: Parameters<typeof stepsOf>) =>
  stepsOf(...given).filter((each) => each.step === step)
const told = (step: string, ...given: Parameters<typeof stepsOf>) =>
  stepOf(step, ...given).map(({ state, reason, at }) => [state, reason, at])

test('a donation that was shown has each of its steps, in their order', () => {
  const shown = { ...overlay, name: 'OBS', lastSeenAt: 'then', acknowledged: sequence }
  const time = shownTime(sequence, new Date(instant(900)))
  const facts = { payment: paymentWith(), item, videos: [], overlays: [{ ...shown, [time.name]: time.value }] }

  const plain = { state: 'done', reason: null, name: null, sequence: null }
  expect(timelineOf(facts, now)).toEqual({
    paymentId: 'p',
    status: 'completed',
    amount: paymentWith().amount,
    refunded: null,
    test: false,
    steps: [
      { ...plain, step: 'webhook', at: instant(0), milliseconds: 0, id: null },
      { ...plain, step: 'history', at: instant(100), milliseconds: 100, id: place.id },
      {
        ...plain,
        step: 'alert',
        at: instant(100),
        milliseconds: 100,
        id: alertId('alice', place.id),
        name: 'gold',
        sequence,
      },
      { ...plain, step: 'overlay', at: instant(900), milliseconds: 900, id: 'o', name: 'OBS' },
    ],
  })
})

describe('the history of a payment', () => {
  const unseen = { ...item, withdrawn: 'unseen' }
  const withdrawn = 'refunded' as const
  const { completedAt: _, ...open } = paymentWith()

  test.each<[string, Partial<StoredPayment>, Item | undefined, readonly unknown[]]>([
    ['is there', {}, item, ['done', null, instant(100)]],
    ['is there by the time of a test', { appearedAt: instant(50), test: true }, item, ['done', null, instant(50)]],
    ['is there, deleted by its owner', {}, { ...item, deleted: true }, ['done', 'deleted', instant(100)]],
    [
      'is there, refunded',
      { withdrawn },
      { ...item, deleted: true, withdrawn: 'listed' },
      ['done', 'refunded', instant(100)],
    ],
    ['is not there yet', {}, undefined, ['waiting', 'not_projected', null]],
    ['is not there yet, after a failure', { projection: 'postponed' }, undefined, ['waiting', 'postponed', null]],
    ['is not there any more', { projection: 'done' }, undefined, ['never', 'expired', null]],
    ['never was there', { projection: 'done', withdrawn }, unseen, ['never', 'refunded', null]],
    ['is not there yet, though its place is kept', {}, unseen, ['waiting', 'not_projected', null]],
  ])('%s', (_name, more, found, outcome) => {
    expect(told('history', more, { item: found })).toEqual([outcome])
  })

  test('of what failed never comes', () => {
    const facts = { payment: { ...open, projection: 'done' as const }, item: undefined, videos: [], overlays: [] }

    expect(timelineOf(facts, now).steps[1]).toMatchObject({ state: 'never', reason: 'inited', id: null })
  })

  test('has the id under which it was taken back before it appeared', () => {
    expect(stepOf('history', { historyItemId: 'h' }, { item: undefined })).toMatchObject([{ id: 'h' }])
  })
})

describe('the alert of a payment', () => {
  const { alertPosition: _, levelName: __, ...silent } = item

  test.each<[string, Partial<StoredPayment>, Item | undefined, readonly unknown[]]>([
    ['is there', {}, item, ['done', null, instant(100)]],
    ['is hidden with its item', {}, { ...item, deleted: true }, ['done', 'hidden', instant(100)]],
    ['never comes of an item that was imported without one', {}, silent, ['never', 'imported_without_alert', null]],
    ['waits as its item does', {}, undefined, ['waiting', 'not_projected', null]],
  ])('%s', (_name, more, found, outcome) => {
    expect(told('alert', more, { item: found })).toEqual([outcome])
  })

  test('has an id, a level and a sequence where it was shown', () => {
    const members = (found: Item | undefined, more: Partial<StoredPayment> = {}) =>
      stepOf('alert', more, { item: found }).map(({ id, name, sequence: at }) => [id, name, at])[0]

    expect(members(item)).toEqual([alertId('alice', place.id), 'gold', sequence])
    expect(members({ ...silent, alertPosition: 4 })).toEqual([alertId('alice', place.id), null, sequence])
    expect(members(silent)).toEqual([null, null, null])
    expect(members(silent, { sequence: 9 })).toEqual([alertId('alice', place.id), null, 9])
    expect(members(undefined, { sequence: 9 })).toEqual([null, null, null])
  })
})

describe('an overlay', () => {
  const old = '2026-02-28T18:29:59.999Z'
  const hour = 60 * 60 * 1000
  const connected = { lastSeenAt: 'then', connectionId: 'c', connectedAt: now.getTime() - hour }

  test.each<[string, Partial<Overlay>, string | undefined, readonly unknown[]]>([
    ['has shown it, at a time that is forgotten', { acknowledged: sequence }, instant(100), ['done', null, null]],
    [
      'has not shown it yet',
      { ...connected, acknowledged: sequence - 1 },
      instant(100),
      ['waiting', 'not_acknowledged', null],
    ],
    ['is disconnected', { lastSeenAt: 'then' }, instant(100), ['waiting', 'disconnected', null]],
    [
      'was disconnected silently',
      { ...connected, connectedAt: now.getTime() - 2 * hour },
      instant(100),
      ['waiting', 'disconnected', null],
    ],
    ['has never connected', {}, instant(100), ['waiting', 'never_connected', null]],
    [
      'has connected later',
      { lastSeenAt: 'then', startsAfter: sequence },
      instant(100),
      ['never', 'connected_later', null],
    ],
    [
      'has connected just before',
      { lastSeenAt: 'then', startsAfter: sequence - 1 },
      instant(100),
      ['waiting', 'disconnected', null],
    ],
    [
      'was made with a start and has never connected',
      { startsAfter: sequence },
      instant(100),
      ['waiting', 'never_connected', null],
    ],
    ['came too late', { lastSeenAt: 'then' }, old, ['never', 'too_late', null]],
    ['comes just in time', { lastSeenAt: 'then' }, '2026-02-28T18:30:00.000Z', ['waiting', 'disconnected', null]],
    ['is not too late for what has no time', { lastSeenAt: 'then' }, undefined, ['waiting', 'disconnected', null]],
  ])('%s', (_name, more, appearedAt, outcome) => {
    expect(told('overlay', {}, { item: { ...item, appearedAt }, overlays: [{ ...overlay, ...more }] })).toEqual([
      outcome,
    ])
  })

  test('is told by its name, or has none', () => {
    const overlays = [{ ...overlay, name: 'a', givenName: 'b' }, overlay]

    expect(stepOf('overlay', {}, { overlays }).map(({ id, name }) => [id, name])).toEqual([
      ['o', 'b'],
      ['o', null],
    ])
  })

  test('that is not there is waited for, once there is an alert', () => {
    expect(told('overlay', {})).toEqual([['waiting', 'no_overlay', null]])
    expect(told('overlay', {}, { item: undefined, overlays: [overlay] })).toEqual([])
    const { alertPosition: _, ...silent } = item
    expect(told('overlay', {}, { item: silent, overlays: [overlay] })).toEqual([])
  })
})

describe('an action that was bought', () => {
  const actions = [{ id: 'x', actionId: 'spawn', parameters: {} }]
  const itemWith = (more: object) => ({
    ...item,
    actions: JSON.stringify([{ id: 'w' }, { id: 'x', actionId: 'spawn', ...more }]),
  })
  const steps = (found: Item | undefined) => stepsOf({ actions }, { item: found }).slice(-2)

  test.each([
    [{ state: 'open' }, { state: 'waiting', reason: 'not_completed', at: null }],
    [
      { state: 'done', at: instant(500) },
      { state: 'done', reason: null, at: instant(500), milliseconds: 500 },
    ],
    [
      { state: 'failed', at: instant(500), reason: 'no room' },
      { state: 'never', reason: 'failed: no room', at: instant(500) },
    ],
    [
      { state: 'failed', at: instant(500), reason: '' },
      { state: 'never', reason: 'failed' },
    ],
    [{ state: 'failed' }, { state: 'never', reason: 'failed', at: null }],
  ])('is delivered, and its completion is %j', (completion, outcome) => {
    expect(steps(itemWith({ completion }))).toMatchObject([
      { step: 'action', state: 'done', at: instant(100), reason: null, id: 'spawn' },
      { step: 'completion', ...outcome, id: `${place.id}.1` },
    ])
  })

  test.each<[string, Item | undefined, object]>([
    ['is not delivered', itemWith({ undelivered: 'too_large' }), { state: 'never', reason: 'too_large' }],
    ['is not in its item', item, { state: 'never', reason: 'not_delivered' }],
    ['waits for its item', undefined, { state: 'waiting', reason: 'not_projected' }],
  ])('%s', (_name, found, outcome) => {
    expect(stepOf('action', { actions }, { item: found })).toMatchObject([{ ...outcome, at: null, id: 'spawn' }])
    expect(stepOf('completion', { actions }, { item: found })).toEqual([])
  })
})

test.each<[string, Item, readonly unknown[]]>([
  ['is ready', { readyTimestamp: instant(700), status: 'handled' }, ['done', null, instant(700)]],
  ['was withdrawn', { status: 'handled', handledAs: 'withdrawn' }, ['never', 'withdrawn', null]],
  ['was postponed', { status: 'postponed' }, ['waiting', 'postponed', null]],
  ['is not ready', { status: 'prepared' }, ['waiting', 'not_ready', null]],
])('a video %s', (_name, video, outcome) => {
  const videos = [{ id: 'v', ...video }]

  expect(told('media', {}, { videos })).toEqual([outcome])
  expect(stepOf('media', {}, { videos })).toMatchObject([{ id: 'v' }])
})

describe('a check of the overlays', () => {
  const check = { gatewayCredentialId: checkCredential, test: true }

  test('has its own steps', () => {
    const steps = stepsOf({ ...check, sequence: 9, appearedAt: instant(100) }, { item: undefined, overlays: [overlay] })

    expect(steps).toMatchObject([
      { step: 'check', state: 'done', at: instant(100), sequence: 9, reason: null },
      { step: 'overlay', state: 'waiting', reason: 'never_connected' },
    ])
  })

  test('waits for its delivery', () => {
    expect(stepsOf(check, { overlays: [overlay] })).toMatchObject([
      { step: 'check', state: 'waiting', reason: 'not_projected', sequence: null },
    ])
  })

  test('is the report of a test payment of nothing', () => {
    const { paymentId: id, write } = overlayCheck('payments', 'alice', 'check-1', now)

    const at = now.toISOString()
    expect(id).toBe(paymentId('alice', checkCredential, { gatewayId: 'check-1', test: true }))
    expect(write.operation).toMatchObject({
      Update: {
        TableName: 'payments',
        Key: { recipientId: 'alice', id },
        ExpressionAttributeValues: {
          ':gateway': 'manual',
          ':gatewayCredentialId': checkCredential,
          ':gatewayId': 'check-1',
          ':test': true,
          ':system': 'Manual',
          ':completedAt': at,
          ':createdAt': at,
          ':receivedAt': at,
          ':amount': { major: 0, minor: 0, currency: 'EUR' },
        },
      },
    })
  })
})

describe('what is read of a payment', () => {
  const payment = paymentWith()
  const keys = (...ids: readonly string[]) => ids.map((id) => ({ recipientId: 'alice', id }))

  const read = async (stored: Readonly<Record<string, readonly Item[]>>, overlays: readonly Overlay[] = []) => {
    const inputs: Record<string, unknown>[] = []
    const send = async ({ input }: { readonly input: Record<string, unknown> }) => {
      inputs.push(input)
      const { RequestItems } = input as { RequestItems?: Record<string, { Keys: readonly Item[] }> }
      if (RequestItems === undefined) return { Item: stored['payments']?.[0] }
      const [[table = '', { Keys = [] } = {}] = []] = Object.entries(RequestItems) as [
        string,
        { Keys?: readonly Item[] },
      ][]
      const found = (stored[table] ?? []).filter(({ id }) => Keys.some((key) => key['id'] === id))
      return { Responses: found.length === 0 ? {} : { [table]: found } }
    }
    const sources = {
      payments: 'payments',
      history: 'history',
      videos: 'videos',
      overlays: { list: async (recipientId: string) => (recipientId === 'alice' ? overlays : []) },
    }
    const client = { send } as unknown as DynamoDBDocumentClient
    return { inputs, facts: await traceRepository(client, sources, () => now.getTime()).read('alice', 'p') }
  }

  test('is its item, in either place, its videos in their order, and the overlays that are left', async () => {
    const { preferred, other } = paymentWith().places
    const mine = { ...item, id: other.id, videoIds: ['v', 'w'] }
    const foreign = { ...item, id: preferred.id, metadata: '{"paymentId":"q"}' }
    const gone = { ...overlay, expiresAt: nowSeconds }
    const { inputs, facts } = await read(
      { payments: [{ ...payment }], history: [foreign, mine], videos: [{ id: 'w' }, { id: 'v' }] },
      [overlay, gone],
    )

    expect(facts).toEqual({ payment, item: mine, videos: [{ id: 'v' }, { id: 'w' }], overlays: [overlay] })
    expect(inputs).toEqual([
      { TableName: 'payments', Key: { recipientId: 'alice', id: 'p' }, ConsistentRead: true },
      { RequestItems: { history: { Keys: keys(preferred.id, other.id), ConsistentRead: true } } },
      { RequestItems: { videos: { Keys: keys('v', 'w'), ConsistentRead: true } } },
    ])
  })

  test('is the one item that it names, and no video where there is none', async () => {
    const { inputs, facts } = await read({ payments: [{ ...payment, historyItemId: 'h' }] })

    expect(facts).toMatchObject({ item: undefined, videos: [], overlays: [] })
    expect(inputs.slice(1)).toEqual([{ RequestItems: { history: { Keys: keys('h'), ConsistentRead: true } } }])
  })

  test('is nothing beside a check, and nothing at all where there is no payment', async () => {
    const check = await read({ payments: [{ ...payment, gatewayCredentialId: checkCredential }] }, [overlay])

    expect(check.inputs).toHaveLength(1)
    expect(check.facts).toMatchObject({ item: undefined, videos: [], overlays: [overlay] })
    expect((await read({})).facts).toBeUndefined()
  })
})

test('the trace of an unknown payment is not found', async () => {
  const commit = () => Promise.reject(new Error('a read commits nothing'))
  const trace = (id: string) =>
    tracePayment(
      {
        read: async (_recipientId, asked) =>
          asked === 'p' ? { payment: paymentWith(), item, videos: [], overlays: [overlay] } : undefined,
      },
      () => now.getTime(),
    )({ recipientId: 'alice', params: { id } } as never, commit)

  expect(await trace('p')).toMatchObject({ paymentId: 'p', steps: { length: 4 } })
  await expect(trace('q')).rejects.toMatchObject({ code: 'not_found' })
})
