import { expect, test } from 'vitest'
import { type Choice, chosenReader } from '../../../../shared/web/import/chosenReader.ts'

/** Reads one row of a CSV file with these cells. */
const read = async (cells: Readonly<Record<string, string>>, choice: Choice = {}) => {
  const record = { line: 2, cells: new Map(Object.entries(cells)) }
  const { read: readRecord, ...chosen } = chosenReader(record, choice)
  return { chosen, row: await readRecord(record) }
}

const koFi = { 'datetime (utc)': '05/04/2026 13:04', transactionid: 'tx-1', received: '3.00', currency: 'USD' }
const streamlabs = { donation_id: '1', created_at: '2026-03-01 18:30', amount: '3.00', currency: 'USD' }
const mine = { at: '2026-03-01 18:30', sum: '1,5 EUR' }
const map = { timestamp: 'at', amount: 'sum' }

test('the zone of a file is that of its format, and known', async () => {
  const { chosen, row } = await read(koFi)

  expect(chosen).toEqual({ system: 'Ko-fi', timeZone: 'UTC' })
  expect(row).toMatchObject({ item: { timestamp: '2026-05-04T13:04:00Z' }, hasZone: true })
})

test('the zone of a file is UTC where the format names none, and that is reported', async () => {
  const { chosen, row } = await read(streamlabs)

  expect(chosen).toEqual({ system: 'Streamlabs', timeZone: 'UTC' })
  expect(row).toMatchObject({ item: { timestamp: '2026-03-01T18:30:00Z', event: 'payment' }, hasZone: false })
})

test('the zone of a file is that of the choice, and that is reported too', async () => {
  const { chosen, row } = await read(koFi, { timeZone: 'Europe/Berlin' })

  expect(chosen.timeZone).toBe('Europe/Berlin')
  expect(row).toMatchObject({ item: { timestamp: '2026-05-04T11:04:00Z' }, hasZone: false })
})

test.each<[string, Choice]>([
  ['no system', { map }],
  ['no column of the time', { system: 'Mine', map: { amount: 'sum' } }],
  ['no column of the amount', { system: 'Mine', map: { timestamp: 'at' } }],
])('%s is said of an unknown file', async (_, choice) => {
  await expect(read(mine, choice)).rejects.toMatchObject({
    reason: { name: 'unknownColumns', values: { columns: 'at, sum' } },
  })
})

test('columns of more than one service are those of none', async () => {
  await expect(read({ ...koFi, ...streamlabs })).rejects.toMatchObject({ reason: { name: 'unknownColumns' } })
})

test('a column that is mapped and is not there is an error of a CSV file only', async () => {
  const choice = { map: { message: 'note' } }
  const json = JSON.stringify(streamlabs)

  await expect(read(streamlabs, choice)).rejects.toMatchObject({
    reason: {
      name: 'missingColumn',
      values: { column: 'note', member: 'message', columns: 'donation_id, created_at, amount, currency' },
    },
  })
  expect(chosenReader({ line: 1, json }, choice).system).toBe('Streamlabs')
})

test('an export names the systems itself, and so does an item of the history', async () => {
  const { read: readRow, ...chosen } = chosenReader({ line: 1, json: '{"resource":"news","data":{}}' }, {})
  const data = { system: 'Mine', event: 'raid', originId: '1', timestamp: '2026-03-01T18:30:00Z' }
  const item = { item: data, cut: [], hasZone: true }

  expect(chosen).toEqual({ timeZone: 'UTC' })
  expect(await readRow({ line: 2, broken: { name: 'cutOff' } })).toEqual({ refused: { name: 'cutOff' } })
  expect(await readRow({ line: 3, json: JSON.stringify({ resource: 'history', data }) })).toEqual(item)
  const itself = { line: 1, json: JSON.stringify({ ...data, recipientId: 'another', metadata: { paymentId: '1' } }) }
  expect(await chosenReader(itself, {}).read(itself)).toEqual(item)
})

test('texts are trimmed, and an empty text counts as absent', async () => {
  const { row } = await read({ ...streamlabs, donation_id: ' 7 ', name: ' Ann ', message: '  ' })

  expect(row).toMatchObject({ item: { originId: '7', nickname: 'Ann' }, cut: [] })
  expect(row).not.toHaveProperty('item.message')
})

test('a row without an id has one of its cells, whatever the order and emptiness of its columns', async () => {
  const { donation_id: _, created_at, ...rest } = streamlabs
  const rows = [
    { donation_id: '', created_at, ...rest },
    { ...rest, created_at, donation_id: '', name: '' },
  ].map(async (cells) => (await read(cells)).row)
  const ids = await Promise.all(rows)

  expect(ids[0]).toMatchObject({ item: { originId: expect.stringMatching(/-1$/) } })
  expect(ids[1]).toEqual(ids[0])
})

test.each<[string, string, string | undefined, string]>([
  ['that of its cell, in small letters too', 'usd', undefined, 'USD'],
  ['that of its cell before that of the choice', 'USD', 'EUR', 'USD'],
  ['that of the choice where it names none', '', 'EUR', 'EUR'],
])('the currency of a row is %s', async (_, cell, currency, expected) => {
  const { row } = await read({ ...streamlabs, currency: cell }, { currency })

  expect(row).toMatchObject({ item: { amount: { major: 3, minor: 0, currency: expected } } })
})

test('a nickname is cut to 64 characters and a message to 1,000, and both are reported', async () => {
  const { row } = await read({ ...streamlabs, name: 'a'.repeat(65), message: 'b'.repeat(1001) })

  expect(row).toMatchObject({
    item: { nickname: 'a'.repeat(64), message: 'b'.repeat(1000) },
    cut: ['nickname', 'message'],
  })
})

test('half of a character becomes the sign for one that is unknown, and is no cut', async () => {
  const { row } = await read({ ...streamlabs, donation_id: '1\ud800', name: 'Ann\ud800' })

  expect(row).toMatchObject({ item: { originId: '1\ufffd', nickname: 'Ann\ufffd' }, cut: [] })
})

test('the state of a tip of StreamElements may be written in capitals, as spreadsheets do', async () => {
  const tip = { _id: '1', createdat: '2026-03-01 18:30', 'donation.amount': '3', 'donation.currency': 'USD' }

  expect((await read({ ...tip, status: 'Success', deleted: 'FALSE' })).row).toMatchObject({ item: { originId: '1' } })
  expect((await read({ ...tip, status: 'Success', deleted: 'TRUE' })).row).toHaveProperty('refused')
})

test('the service of a choice comes before the one that the columns say', async () => {
  expect((await read(streamlabs, { from: 'donationalerts' })).chosen.system).toBe('DonationAlerts')
})

test.each([
  ['donationalerts', { created_at: '2026-03-01', amount: '1,234', currency: 'USD' }],
  ['streamelements', { createdat: '2026-03-01', 'donation.amount': '1,234', 'donation.currency': 'USD' }],
  ['streamlabs', { created_at: '2026-03-01', amount: '1,234', currency: 'USD' }],
  ['ko-fi', { 'datetime (utc)': '03/01/2026', received: '1,234', currency: 'USD' }],
])('a comma in an amount of %s stands between thousands', async (from, cells) => {
  expect((await read(cells, { from })).row).toMatchObject({ item: { amount: { major: 1234, minor: 0 } } })
})

test('the order of dates and the decimal mark of a choice come before those of the service', async () => {
  const { row } = await read({ ...koFi, received: '1,234', currency: 'KWD' }, { dateOrder: 'dmy', decimal: ',' })

  expect(row).toMatchObject({ item: { timestamp: '2026-04-05T13:04:00Z', amount: { major: 1, minor: 234 } } })
})
