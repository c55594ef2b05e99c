import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventDetails, knownNames } from '../../../../shared/areas/events/historyEvent.ts'
import { historyItemId } from '../../../../shared/areas/events/historyItemId.ts'
import { testExpiry } from '../../../../shared/areas/events/testExpiry.ts'

const Details = z.object(eventDetails)
const accepts = (details: object) => z.safeParse(Details, details).success
const bought = { actionId: 'a' }

test('an event without details has only empty lists', () => {
  expect(z.parse(Details, {})).toEqual({ attachments: [], actions: [] })
})

test('a bought action has empty parameters by default, and keeps its other members', () => {
  const completion = { state: 'failed', at: '2026-03-01T18:30:00Z', reason: 'the game ended' }
  const action = {
    id: 'i',
    actionId: 'a',
    name: 'wave',
    parameters: { to: 'all' },
    undelivered: 'too_large',
    completion,
  }

  expect(z.parse(Details, { actions: [bought, action] }).actions).toEqual([{ ...bought, parameters: {} }, action])
})

test.each([
  ['a nickname', { nickname: 'x'.repeat(64) }, { nickname: 'x'.repeat(65) }],
  ['a message', { message: 'x'.repeat(1000) }, { message: 'x'.repeat(1001) }],
  ['a level', { levelName: 'x'.repeat(128) }, { levelName: 'x'.repeat(129) }],
  ['empty texts', { nickname: '', message: '', levelName: '' }, { nickname: null }],
  ['a count', { count: 0 }, { count: -1 }],
  ['a whole count', { count: 7 }, { count: 1.5 }],
  ['attachments', { attachments: Array(20).fill('https://e.com/') }, { attachments: Array(21).fill('https://e.com/') }],
  ['an attachment', { attachments: ['http://e.com/'] }, { attachments: ['ftp://e.com/'] }],
  ['actions', { actions: Array(50).fill(bought) }, { actions: Array(51).fill(bought) }],
  ["an action's name", { actions: [{ ...bought, name: 'x' }] }, { actions: [{ ...bought, name: '' }] }],
  [
    "a long action's name",
    { actions: [{ ...bought, name: 'x'.repeat(128) }] },
    { actions: [{ ...bought, name: 'x'.repeat(129) }] },
  ],
  ['an action', { actions: [{ ...bought, id: 'i' }] }, { actions: [{ id: 'i' }] }],
  [
    'the reason of an outcome',
    { actions: [{ ...bought, completion: { state: 'done', reason: 'x'.repeat(200) } }] },
    { actions: [{ ...bought, completion: { state: 'done', reason: 'x'.repeat(201) } }] },
  ],
  [
    'an outcome without a reason',
    { actions: [{ ...bought, completion: { state: 'open', reason: '' } }] },
    { actions: [{ ...bought, completion: { state: 'lost' } }] },
  ],
])('%s is taken within its limits', (_name, within, beyond) => {
  expect([accepts(within), accepts(beyond)]).toEqual([true, false])
})

test.each(['unknown_action', 'action_disabled', 'invalid_parameters', 'too_large', 'other_currency', 'amount_too_low'])(
  'that an action was not delivered may have the reason %s',
  (undelivered) => {
    expect(accepts({ actions: [{ ...bought, undelivered }] })).toBe(true)
    expect(accepts({ actions: [{ ...bought, undelivered: `${undelivered}x` }] })).toBe(false)
  },
)

test('the limit of a payment counts the donor’s choices: names and outcomes do not count', () => {
  const actionOf = (length: number) => ({ id: 'i', actionId: 'a', parameters: { text: 'x'.repeat(length) } })
  const room = 65_536 - JSON.stringify([actionOf(0)]).length

  expect(accepts({ actions: [{ ...actionOf(room), name: 'wave', undelivered: 'too_large' }] })).toBe(true)
  expect(z.safeParse(Details, { actions: [{ ...actionOf(room + 1) }] }).error?.issues).toMatchObject([
    { path: ['actions'], message: 'Too big: expected at most 65536 bytes of JSON' },
  ])
})

test('the documents name the events and systems that toolsets know', () => {
  for (const name of ['`payment`', '`kick-gift`', '`DonationAlerts`', '`VKLive`']) expect(knownNames).toContain(name)
})

test('the same event has the same id at each recipient and system', () => {
  const ids = [
    historyItemId('alice', 'Kick', '1'),
    historyItemId('bob', 'Kick', '1'),
    historyItemId('alice', 'Twitch', '1'),
    historyItemId('alice', 'Kick', '2'),
  ]

  expect(new Set(ids).size).toBe(4)
  expect(historyItemId('alice', 'Kick', '1')).toBe(ids[0])
})

test('a test expires after a day, in seconds of Unix time', () => {
  expect(testExpiry(new Date('2026-03-01T18:30:00.999Z'))).toBe(Date.parse('2026-03-02T18:30:00Z') / 1000)
})
