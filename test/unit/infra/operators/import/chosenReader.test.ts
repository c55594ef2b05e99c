import { expect, test } from 'vitest'
import { type Choice, chosenReader } from '../../../../../infra/operators/import/chosenReader.ts'

/** Reads one row of a CSV file with these cells. */
const read = (cells: Readonly<Record<string, string>>, choice: Choice = {}) => {
  const record = { line: 2, cells: new Map(Object.entries(cells)) }
  const { read: readRecord, ...chosen } = chosenReader(record, choice)
  return { chosen, row: readRecord(record) }
}

const koFi = { 'datetime (utc)': '05/04/2026 13:04', transactionid: 'tx-1', received: '3.00', currency: 'USD' }
const streamlabs = { donation_id: '1', created_at: '2026-03-01 18:30', amount: '3.00', currency: 'USD' }
const mine = { at: '2026-03-01 18:30', sum: '1,5 EUR' }
const map = { timestamp: 'at', amount: 'sum' }

test('the zone of a file is that of its format, and known', () => {
  const { chosen, row } = read(koFi)

  expect(chosen).toEqual({ system: 'Ko-fi', timeZone: 'UTC' })
  expect(row).toMatchObject({ item: { timestamp: '2026-05-04T13:04:00Z' }, hasZone: true })
})

test('the zone of a file is UTC where the format names none, and that is reported', () => {
  const { chosen, row } = read(streamlabs)

  expect(chosen).toEqual({ system: 'Streamlabs', timeZone: 'UTC' })
  expect(row).toMatchObject({ item: { timestamp: '2026-03-01T18:30:00Z', event: 'payment' }, hasZone: false })
})

test('the zone of a file is that of the choice, and that is reported too', () => {
  const { chosen, row } = read(koFi, { timeZone: 'Europe/Berlin' })

  expect(chosen.timeZone).toBe('Europe/Berlin')
  expect(row).toMatchObject({ item: { timestamp: '2026-05-04T11:04:00Z' }, hasZone: false })
})

test.each<[string, Choice]>([
  ['no system', { map }],
  ['no column of the time', { system: 'Mine', map: { amount: 'sum' } }],
  ['no column of the amount', { system: 'Mine', map: { timestamp: 'at' } }],
])('%s is said of an unknown file', (_, choice) => {
  expect(() => read(mine, choice)).toThrow(
    'The columns are none of a known service: at, sum\nSay --from (donationalerts, streamelements, streamlabs, ko-fi), or --system <name> --map timestamp=<column> --map amount=<column> …',
  )
})

test('columns of more than one service are those of none', () => {
  expect(() => read({ ...koFi, ...streamlabs })).toThrow('The columns are none of a known service')
})

test('a column that is mapped and is not there is an error of a CSV file only', () => {
  const choice = { map: { message: 'note' } }
  const json = JSON.stringify(streamlabs)

  expect(() => read(streamlabs, choice)).toThrow(
    'There is no column note for the message: say --map message=<column>, of donation_id, created_at, amount, currency',
  )
  expect(chosenReader({ line: 1, json }, choice).system).toBe('Streamlabs')
})

test('an export names the systems itself', () => {
  const { read: readRow, ...chosen } = chosenReader({ line: 1, json: '{"resource":"news","data":{}}' }, {})

  expect(chosen).toEqual({ system: 'the systems that the export names', timeZone: 'UTC' })
  expect(readRow({ line: 2, broken: 'cut off' })).toEqual({ refused: 'cut off' })
  const data = { system: 'Mine', event: 'raid', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
  expect(readRow({ line: 3, json: JSON.stringify({ resource: 'history', data }) })).toEqual({
    item: data,
    cut: [],
    hasZone: true,
  })
})

test('texts lose the spaces around them, and a text of spaces is none', () => {
  const { row } = read({ ...streamlabs, donation_id: ' 7 ', name: ' Ann ', message: '  ' })

  expect(row).toMatchObject({ item: { originId: '7', nickname: 'Ann' }, cut: [] })
  expect(row).not.toHaveProperty('item.message')
})

test('a row without an id has one of its cells, whatever the order and emptiness of its columns', () => {
  const { donation_id: _, created_at, ...rest } = streamlabs
  const ids = [
    { donation_id: '', created_at, ...rest },
    { ...rest, created_at, donation_id: '', name: '' },
  ].map((cells) => read(cells).row)

  expect(ids[0]).toMatchObject({ item: { originId: expect.stringMatching(/-1$/) } })
  expect(ids[1]).toEqual(ids[0])
})
