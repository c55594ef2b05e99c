import { expect, test } from 'vitest'
import { type Claim, createLedger, type ListName } from '../../../proofs/kills/ledger.ts'
import { countsOf, halfDone } from '../../../proofs/kills/lists.ts'
import { rowFaults } from '../../../proofs/kills/prints.ts'

const recipient = 'alice'
const claim = (key: string, more: Partial<Claim> = {}): Claim => ({
  list: 'news' as ListName,
  recipient,
  key,
  present: true,
  ...more,
})

/** A ledger of one acknowledged, one open, and one deleted item. */
const ledgerOfThree = () => {
  const ledger = createLedger()
  for (const key of ['kept', 'open', 'deleted']) ledger.sent([claim(key)])
  for (const key of ['kept', 'deleted']) ledger.acknowledged([claim(key)])
  const deletion = [claim('deleted', { present: false })]
  ledger.sent(deletion)
  ledger.acknowledged(deletion)
  return ledger
}

const counted = (keys: readonly string[], total = keys.length) =>
  countsOf({ keys, total }, ledgerOfThree().standings('news', recipient))

test.each([
  ['with what was not acknowledged', ['kept', 'open'], 1],
  ['without it', ['kept'], 0],
])('a list that was read after the kills is right %s', (_title, keys, unasked) => {
  expect(counted(keys)).toEqual({
    due: 1,
    found: keys.length,
    unasked,
    lost: [],
    doubled: [],
    neverSent: [],
    returned: [],
    wrongTotals: [],
  })
})

test.each([
  ['lost', ['open']],
  ['doubled', ['kept', 'kept']],
  ['neverSent', ['kept', 'unknown']],
  ['returned', ['kept', 'deleted']],
] as const)('a list that was read after the kills shows items that are %s', (fault, keys) => {
  expect(counted(keys)[fault]).toHaveLength(1)
})

test('a list that was read after the kills shows a total that is not its own', () => {
  expect(counted(['kept'], 2).wrongTotals).toEqual(['2 in place of 1'])
})

test('a write of several parts is done, not done, or half done', () => {
  const ledger = createLedger()
  const write = [claim('one'), claim('two'), claim('old', { present: false })]
  ledger.sent(write)
  const halvesWith = (...listed: readonly string[]) => halfDone(ledger.together(), ({ key }) => listed.includes(key))

  expect(halvesWith('one', 'two')).toEqual([])
  expect(halvesWith('old')).toEqual([])
  expect(halvesWith('one')).toHaveLength(1)
  expect(halvesWith('one', 'two', 'old')).toHaveLength(1)
})

test('a new revision that did not come about is not half done because earlier ones were replaced', () => {
  const ledger = createLedger()
  const configs = { list: 'configs' } as const
  ledger.sent([
    claim('theme=3', configs),
    ...['theme=2', 'theme=1'].map((key) => claim(key, { ...configs, present: false })),
  ])

  expect(halfDone(ledger.together(), ({ key }) => key === 'theme=2')).toEqual([])
})

test('a write that another one has gone over is no longer held to its parts', () => {
  const ledger = createLedger()
  ledger.sent([claim('one'), claim('two')])
  ledger.sent([claim('one', { present: false })])

  expect(ledger.together()).toEqual([])
})

test('a refused write leaves everything as it was before, and counts for nothing', () => {
  const ledger = ledgerOfThree()
  const sentAt = ledger.now()
  const write = [claim('new'), claim('kept', { present: false })]
  ledger.sent(write)
  ledger.refused(write)
  const presenceOf = (key: string) => ledger.standings('news', recipient).get(key)?.presence

  expect([presenceOf('new'), presenceOf('kept')]).toEqual(['gone', 'there'])
  expect(ledger.possibleSince(ledger.now(), 'news', recipient)).toBe(2)
  expect(ledger.possibleSince(sentAt, 'news', recipient)).toBe(3)
})

test('the rows of a print are those that were acknowledged before it was asked for, and may be those that were open then', () => {
  const ledger = ledgerOfThree()
  const askedAt = ledger.now()
  const later = [claim('later')]
  ledger.sent(later)
  ledger.acknowledged(later)
  const faultsOf = (...rows: readonly string[]) => rowFaults(rows, ledger.standings('news', recipient), askedAt)

  expect(faultsOf('kept')).toEqual([])
  expect(faultsOf('kept', 'open', 'later')).toEqual([])
  expect(faultsOf()).toEqual(['kept is missing'])
  expect(faultsOf('kept', 'kept')).toEqual(['1 rows stand twice'])
  expect(faultsOf('kept', 'deleted')).toEqual(['deleted had been deleted'])
  expect(faultsOf('kept', 'unknown')).toEqual(['unknown was never sent'])
})
