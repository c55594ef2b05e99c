import { describe, expect, test } from 'vitest'
import { alertId } from '../../../../shared/areas/alerts/alert.ts'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import type { Overlay } from '../../../../shared/areas/overlays/overlay.ts'
import { shownTime } from '../../../../shared/areas/overlays/shownTimes.ts'
import { checkCredential, type StoredPayment } from '../../../../shared/areas/payments/payment.ts'
import { type TraceFacts, timelineOf } from '../../../../shared/areas/payments/trace/timeline.ts'
import type { Item } from '../../../../shared/contract/write.ts'
import { nowSeconds, paymentWith } from './projectionState.ts'

const now = new Date('2026-03-01T18:30:00.000Z')
/** The instant this many milliseconds after the webhook. */
const instant = (milliseconds: number): string =>
  new Date(Date.parse('2026-03-01T18:00:01.000Z') + milliseconds).toISOString()

const identity = paymentWith().identities.preferred
const item: Item = {
  recipientId: 'alice',
  id: identity.id,
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

/** The steps after the webhook. */
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
const outcomesOf = (step: string, ...given: Parameters<typeof stepsOf>) =>
  stepOf(step, ...given).map(({ state, reason, at }) => [state, reason, at])

test('a shown donation has each of its steps, in their order', () => {
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
      { ...plain, step: 'history', at: instant(100), milliseconds: 100, id: identity.id },
      {
        ...plain,
        step: 'alert',
        at: instant(100),
        milliseconds: 100,
        id: alertId('alice', identity.id),
        name: 'gold',
        sequence,
      },
      { ...plain, step: 'overlay', at: instant(900), milliseconds: 900, id: 'o', name: 'OBS' },
    ],
  })
})

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
])('the history item of a payment %s', (_name, more, found, outcome) => {
  expect(outcomesOf('history', more, { item: found })).toEqual([outcome])
})

test('the history item of a payment never comes of a payment that was not completed', () => {
  const facts = { payment: { ...open, projection: 'done' as const }, item: undefined, videos: [], overlays: [] }

  expect(timelineOf(facts, now).steps[1]).toMatchObject({ state: 'never', reason: 'inited', id: null })
})

test('the history item of a payment has the id of the place that it took when it was withdrawn unseen', () => {
  expect(stepOf('history', { historyItemId: 'h' }, { item: undefined })).toMatchObject([{ id: 'h' }])
})

describe('the alert of a payment', () => {
  const { alertPosition: _, levelName: __, ...silent } = item

  test.each<[string, Partial<StoredPayment>, Item | undefined, readonly unknown[]]>([
    ['is there', {}, item, ['done', null, instant(100)]],
    ['is hidden with its item', {}, { ...item, deleted: true }, ['done', 'hidden', instant(100)]],
    ['never comes of an item that was imported without one', {}, silent, ['never', 'imported_without_alert', null]],
    ['waits as its item does', {}, undefined, ['waiting', 'not_projected', null]],
  ])('%s', (_name, more, found, outcome) => {
    expect(outcomesOf('alert', more, { item: found })).toEqual([outcome])
  })

  test('an alert has an id, a level and a sequence where it was shown', () => {
    const members = (found: Item | undefined, more: Partial<StoredPayment> = {}) =>
      stepOf('alert', more, { item: found }).map(({ id, name, sequence: at }) => [id, name, at])[0]

    expect(members(item)).toEqual([alertId('alice', identity.id), 'gold', sequence])
    expect(members({ ...silent, alertPosition: 4 })).toEqual([alertId('alice', identity.id), null, sequence])
    expect(members(silent)).toEqual([null, null, null])
    expect(members(silent, { sequence: 9 })).toEqual([alertId('alice', identity.id), null, 9])
    expect(members(undefined, { sequence: 9 })).toEqual([null, null, null])
  })
})

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
])('an overlay %s', (_name, more, appearedAt, outcome) => {
  expect(outcomesOf('overlay', {}, { item: { ...item, appearedAt }, overlays: [{ ...overlay, ...more }] })).toEqual([
    outcome,
  ])
})

test('an overlay is shown by its own name, or by none', () => {
  const overlays = [{ ...overlay, name: 'a', givenName: 'b' }, overlay]

  expect(stepOf('overlay', {}, { overlays }).map(({ id, name }) => [id, name])).toEqual([
    ['o', 'b'],
    ['o', null],
  ])
})

test('an overlay is awaited only once there is an alert', () => {
  expect(outcomesOf('overlay', {})).toEqual([['waiting', 'no_overlay', null]])
  expect(outcomesOf('overlay', {}, { item: undefined, overlays: [overlay] })).toEqual([])
  const { alertPosition: _, ...silent } = item
  expect(outcomesOf('overlay', {}, { item: silent, overlays: [overlay] })).toEqual([])
})

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
])('an action that was bought is delivered, and its completion is %j', (completion, outcome) => {
  expect(steps(itemWith({ completion }))).toMatchObject([
    { step: 'action', state: 'done', at: instant(100), reason: null, id: 'spawn' },
    { step: 'completion', ...outcome, id: `${identity.id}.1` },
  ])
})

test.each<[string, Item | undefined, object]>([
  ['is not delivered', itemWith({ undelivered: 'too_large' }), { state: 'never', reason: 'too_large' }],
  ['is not in its item', item, { state: 'never', reason: 'not_delivered' }],
  ['waits for its item', undefined, { state: 'waiting', reason: 'not_projected' }],
])('an action that was bought %s', (_name, found, outcome) => {
  expect(stepOf('action', { actions }, { item: found })).toMatchObject([{ ...outcome, at: null, id: 'spawn' }])
  expect(stepOf('completion', { actions }, { item: found })).toEqual([])
})

test.each<[string, Item, readonly unknown[]]>([
  ['is ready', { readyTimestamp: instant(700), status: 'handled' }, ['done', null, instant(700)]],
  ['was withdrawn', { status: 'handled', handledAs: 'withdrawn' }, ['never', 'withdrawn', null]],
  ['was postponed', { status: 'postponed' }, ['waiting', 'postponed', null]],
  ['is not ready', { status: 'prepared' }, ['waiting', 'not_ready', null]],
])('a video %s', (_name, video, outcome) => {
  const videos = [{ id: 'v', ...video }]

  expect(outcomesOf('media', {}, { videos })).toEqual([outcome])
  expect(stepOf('media', {}, { videos })).toMatchObject([{ id: 'v' }])
})

test.each([
  [{ state: 'delivered', attemptedAt: instant(700) }, ['done', null, instant(700)]],
  [{ state: 'failed', attemptedAt: instant(700), reason: 'answered 410' }, ['never', 'answered 410', null]],
  [{ state: 'postponed', attemptedAt: instant(700), reason: 'answered 503' }, ['waiting', 'answered 503', null]],
])('a webhook to an endpoint that is %j', (message, outcome) => {
  const informed = [{ message: { endpointId: 'e', ...message }, url: 'https://bot.example.com/webhooks' }]

  expect(outcomesOf('endpoint', {}, { informed } as object)).toEqual([outcome])
})

const check = { gatewayCredentialId: checkCredential, test: true }

test('a check of the overlays has its own steps', () => {
  const steps = stepsOf({ ...check, sequence: 9, appearedAt: instant(100) }, { item: undefined, overlays: [overlay] })

  expect(steps).toMatchObject([
    { step: 'check', state: 'done', at: instant(100), sequence: 9, reason: null },
    { step: 'overlay', state: 'waiting', reason: 'never_connected' },
  ])
})

test('a check of the overlays waits for its delivery', () => {
  expect(stepsOf(check, { overlays: [overlay] })).toMatchObject([
    { step: 'check', state: 'waiting', reason: 'not_projected', sequence: null },
  ])
})
