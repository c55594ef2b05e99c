import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonLine } from '../../../infra/operators/import/reasonLine.ts'
import type { PaymentReport } from '../../../shared/areas/payments/paymentReport.ts'
import { kofi } from '../../../shared/providers/kofi.ts'
import { amountFrom } from '../../../shared/web/import/amount.ts'
import { type Choice, chosenReader } from '../../../shared/web/import/chosenReader.ts'
import type { NewItem } from '../../../shared/web/import/donationReader.ts'
import { type FileKind, type FileRecord, fileRecords } from '../../../shared/web/import/fileRecords.ts'
import { instantFrom } from '../../../shared/web/import/instant.ts'
import { elementFinder } from '../../../shared/web/import/jsonElements.ts'
import type { Reason } from '../../../shared/web/import/reason.ts'
import { UnreadableFile } from '../../../shared/web/import/unreadableFile.ts'
import { runs } from '../../support/runs.ts'

/** Resolves to why a file as a whole is refused. */
const refusalOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof UnreadableFile ? reasonLine(error.reason) : String(error)),
  )

const recordsOf = async (content: string | Uint8Array, kind: FileKind, encoding = 'utf-8', pieceBytes = 7) => {
  const bytes = Buffer.from(content)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  return Array.fromAsync(fileRecords(Readable.from(pieces), kind, encoding))
}

/** The rows of a file by their line: what would be sent, or why it would not. */
const rowsOf = async (content: string, kind: FileKind, choice: Choice = {}) => {
  const records = await recordsOf(content, kind)
  const first = records.find(({ broken }) => broken === undefined) as FileRecord
  const { read } = chosenReader(first, choice)
  const rows: Record<number, Partial<NewItem> & { readonly refused?: string; readonly other?: string }> = {}
  for (const record of records) {
    const row = await read(record)
    if ('refused' in row) rows[record.line] = { refused: reasonLine(row.refused) }
    else rows[record.line] = 'item' in row ? row.item : row
  }
  return rows
}

const reasonsOf = async (content: string, kind: FileKind, choice?: Choice): Promise<readonly string[]> =>
  Object.values(await rowsOf(content, kind, choice)).map(({ refused }) => refused ?? 'no reason')

test('DonationAlerts: pages of its API, with a zone that is said', async () => {
  const donation = `{"id":30530030,"name":"Donations","username":"Ivan","message_type":"text","message":"Привет {\\"1\\"} ]","amount":500.10,"currency":"RUB","is_shown":1,"created_at":"2019-09-29 09:00:00","shown_at":null}`
  const page = (...rows: readonly string[]) => `{"data":[${rows.join(',\n')}],"links":{"next":null},"meta":{"from":1}}`

  const rows = await rowsOf(`${page(donation)}\n${page(donation.replace('30530030', '30530029'))}`, 'json', {
    timeZone: 'Europe/Moscow',
  })

  const item = {
    system: 'DonationAlerts',
    event: 'payment',
    originId: '30530030',
    timestamp: '2019-09-29T06:00:00Z',
    nickname: 'Ivan',
    message: 'Привет {"1"} ]',
    amount: { major: 500, minor: 10, currency: 'RUB' },
  }
  expect(rows).toEqual({ 1: item, 2: { ...item, originId: '30530029' } })
})

test('StreamElements: tips of its API, without those that came to nothing and without rejected texts', async () => {
  const tip = (id: string, more: object = {}) => ({
    donation: { user: { username: 'Styler', geo: 'ZZ' }, message: 'Hello!', amount: 4.2, currency: 'USD' },
    _id: id,
    provider: 'paypal',
    approved: 'allowed',
    status: 'success',
    deleted: 0,
    createdAt: '2025-02-19T15:07:09.302Z',
    ...more,
  })
  const tips = [tip('a'), tip('b', { status: 'pending' }), tip('c', { deleted: true }), tip('d', { deleted: false })]
  const rejected = tip('f', { approved: 'rejected' })
  const held = tip('g', { approved: 'pending' })
  const unsaid = tip('e', { status: undefined, deleted: undefined })

  const rows = await rowsOf(
    `{\n"docs":[\n${[...tips, unsaid, rejected, held].map((each) => JSON.stringify(each)).join(',\n')}\n],"total":4}`,
    'json',
  )

  const money = {
    system: 'StreamElements',
    event: 'payment',
    timestamp: '2025-02-19T15:07:09.302Z',
    amount: { major: 4, minor: 20, currency: 'USD' },
  }
  const item = { ...money, nickname: 'Styler', message: 'Hello!' }
  expect(rows).toEqual({
    3: { ...item, originId: 'a' },
    4: { refused: 'status is pending: no donation that was received' },
    5: { refused: 'deleted is true: no donation that was received' },
    6: { ...item, originId: 'd' },
    7: { ...item, originId: 'e' },
    8: { ...money, originId: 'f' },
    9: { refused: "approved is pending: import it after a moderator's decision" },
  })
})

test('Streamlabs: donations of its API with seconds since 1970', async () => {
  const rows = await rowsOf(
    `[{"donation_id":"80179029","created_at":"1438576556","currency":"USD","amount":"13.37","name":"Thomas","message":"Hi"}]`,
    'json',
  )

  expect(rows).toEqual({
    1: {
      system: 'Streamlabs',
      event: 'payment',
      originId: '80179029',
      timestamp: '2015-08-03T04:35:56Z',
      nickname: 'Thomas',
      message: 'Hi',
      amount: { major: 13, minor: 37, currency: 'USD' },
    },
  })
})

test('Ko-fi: its CSV file with a byte order mark, CRLF, lines within a message, and months before days', async () => {
  const header =
    'DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,Reference,SalesTax,BuyerEmail'
  const csv = [
    header,
    '07/01/2026 13:04,Jo,"Thanks, ""Jo""\r\n\r\nagain",Ko-fi Support,3.00,,USD,Tip,tx-1,,0,jo@example.com',
    '12/31/2026 23:59,Ann,,Ko-fi Support,"1,234.00",,JPY,Monthly Tip,tx-2,,0,',
    '12/31/2026 23:59,Me,,Ko-fi Support,,5.00,EUR,Tip,tx-3,,0,',
    '',
  ].join('\r\n')

  const rows = await rowsOf(`\uFEFF${csv}`, 'csv')

  const known = { system: 'Ko-fi', event: 'payment' }
  expect(rows).toEqual({
    2: {
      ...known,
      originId: 'tx-1',
      timestamp: '2026-07-01T13:04:00Z',
      nickname: 'Jo',
      message: 'Thanks, "Jo"\n\nagain',
      amount: { major: 3, minor: 0, currency: 'USD' },
    },
    5: {
      ...known,
      originId: 'tx-2',
      timestamp: '2026-12-31T23:59:00Z',
      nickname: 'Ann',
      amount: { major: 1234, minor: 0, currency: 'JPY' },
    },
    6: { refused: 'amount: nothing in Received' },
  })
})

test("a donation of Ko-fi's file has the system and the id that its webhook has", async () => {
  const data = { verification_token: 'token', message_id: 'm-1', type: 'Donation', amount: '3.00', currency: 'USD' }
  const message = JSON.stringify({
    ...data,
    is_public: true,
    from_name: 'Jo',
    message: null,
    kofi_transaction_id: 'tx-1',
    timestamp: '2026-07-01T13:04:00Z',
  })
  const webhook = {
    rawBody: Buffer.from(`${new URLSearchParams({ data: message })}`),
    headers: {},
    receivedAt: new Date(),
  }
  const header = 'DateTime (UTC),From,Message,Received,Currency,TransactionId'

  const account = { secrets: ['token'], token: undefined, settings: {} }

  const report = (await kofi().read(webhook, account)) as PaymentReport
  const rows = await rowsOf(`${header}\n07/01/2026 13:04,Jo,,3.00,USD,tx-1\n`, 'csv')

  expect(rows).toMatchObject({ 2: { system: report.system, originId: report.gatewayId, timestamp: report.at } })
})

test('any other CSV file: columns are mapped, and equal rows are distinguished by their number', async () => {
  const csv =
    'Datum;Betrag;Wer\n05.03.2026 20:15;1.234,56 €;Bob\n05.03.2026 20:15;1.234,56 €;Bob\n05.03.2026 20:15;7;Bob\n'
  const choice = {
    system: 'Mine',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    map: { timestamp: 'datum', amount: 'Betrag', nickname: 'WER' },
  }

  const [one, again, other] = Object.values(await rowsOf(csv, 'csv', choice))
  const [shifted] = Object.values(await rowsOf(csv.replaceAll(';', '\t'), 'csv', { ...choice, timeZone: 'UTC' }))

  expect(one).toMatchObject({
    system: 'Mine',
    timestamp: '2026-03-05T19:15:00Z',
    nickname: 'Bob',
    amount: { major: 1234, minor: 56, currency: 'EUR' },
  })
  const ids = [one, again, other, shifted].map((row) => (row && 'originId' in row ? row.originId : ''))
  const [id = ''] = /^.{16}/.exec(ids[0] ?? '') ?? []
  expect(ids.slice(0, 2)).toEqual([`${id}-1`, `${id}-2`])
  expect(ids[2]?.startsWith(id)).toBe(false)
  expect(ids[3]).toBe(ids[0])
})

test("an export of this service: its history as it is, without the recipient's id; the rest is counted", async () => {
  const item = {
    id: 'x',
    recipientId: 'alice',
    system: 'Twitch',
    event: 'raid',
    originId: '1',
    nickname: null,
    count: 3,
  }
  const lines = [
    { resource: 'format', data: { name: 'streaming-support-export', version: 1 } },
    { resource: 'history', data: { ...item, timestamp: '2026-03-01T18:30:00Z', amount: null, metadata: { a: 1 } } },
    { resource: 'history', data: { ...item, timestamp: 'yesterday' } },
  ]

  const rows = await rowsOf(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"half":`, 'jsonl')

  expect(rows).toMatchObject({
    1: { other: 'format' },
    2: { system: 'Twitch', event: 'raid', originId: '1', timestamp: '2026-03-01T18:30:00Z', count: 3 },
    3: { refused: expect.stringContaining('timestamp: Invalid date-time') },
    4: { refused: 'this is no line of an export' },
  })
  expect(rows[2]).not.toHaveProperty('recipientId')
})

const header = 'donation_id,created_at,name,message,amount,currency'
const rowsWith = (...rows: readonly string[]) => reasonsOf([header, ...rows].join('\n'), 'csv')

test.each([
  ['1,1438576556,a,b,-5,USD', 'amount: "-5" is negative, and no donation'],
  ['1,1438576556,a,b,free,USD', 'amount: "free" is no amount'],
  ['1,1438576556,a,b,1.005,USD', 'amount: "1.005" is finer than USD is, or too large'],
  ['1,1438576556,a,b,1.5,JPY', 'amount: "1.5" is finer than JPY is, or too large'],
  ['1,1438576556,a,b,99999999999999999999,USD', 'amount: "99999999999999999999" is finer than USD is, or too large'],
  ['1,1438576556,a,b,€5,USD', 'amount: "€5" is not in USD'],
  ['1,1438576556,a,b,5,Gold', 'currency: "Gold" is no code of ISO 4217'],
  ['1,1438576556,a,b,5,', 'currency: missing: give --currency'],
  ['1,,a,b,5,USD', 'timestamp: nothing in created_at'],
  ['1,soon,a,b,5,USD', 'timestamp: "soon" is no time'],
  [
    '1,05/04/2026 10:00,a,b,5,USD',
    'timestamp: "05/04/2026 10:00" can be read in two ways: give --date-order dmy or --date-order mdy',
  ],
  [`${'1'.repeat(257)},1438576556,a,b,5,USD`, 'originId: Too big: expected string to have <=256 characters'],
  ['1,1438576556,a,b,5,USD,more', 'Invalid Record Length: columns length is 6, got 7 on line 2'],
])('the row %s is not understood', async (row, reason) => {
  expect(await rowsWith(row, '2,1438576556,a,b,5,USD')).toContain(reason)
})

test('a quotation mark that is left open takes rows with it, which is said, and no row behind', async () => {
  const rows = await rowsOf(
    [
      header,
      '1,1438576556,a,"b,5,USD',
      '2,1438576556,a,b,5,USD',
      '3,1438576556,a,"b",5,USD',
      '4,1438576556,a,b,5,USD',
    ].join('\n'),
    'csv',
  )

  expect(rows).toMatchObject({ 2: { refused: expect.stringContaining('(3 lines)') }, 5: { originId: '4' } })
})

test('a row without an end ends the import', async () => {
  const rows = '2,1438576556,a,b,5,USD\n'.repeat(50_000)

  const reading = recordsOf(`${header}\n1,1438576556,a,"b,5,USD\n${rows}`, 'csv', 'utf-8', 65_536)

  expect(await refusalOf(reading)).toContain('Line 2: the row does not end')
  const object = recordsOf(`[{"a":"${'b'.repeat(1_100_000)}`, 'json', 'utf-8', 65_536)
  expect(await refusalOf(object)).toContain('Line 1')
})

test('a file that was cut off, another encoding, and unknown columns are refused', async () => {
  expect(await recordsOf('[{"a":1},\n{"b":', 'json')).toEqual([
    { line: 1, json: '{"a":1}' },
    { line: 2, broken: { name: 'cutOff' } },
  ])
  expect(await refusalOf(recordsOf(Buffer.from([0xcf, 0xf0]), 'csv'))).toBe(
    'The file is not in utf-8: give its encoding, such as --encoding windows-1251',
  )
  expect(await refusalOf(rowsOf('a,b\n1,2\n', 'csv'))).toBe(
    'The columns are not those of a known service: a, b\nGive --from (donationalerts, streamelements, streamlabs, ko-fi), or --system <name> --map timestamp=<column> --map amount=<column> …',
  )
  expect(await refusalOf(rowsOf('a,b\n1,2\n', 'csv', { from: 'streamlabs' }))).toBe(
    'There is no column created_at for the timestamp: give --map timestamp=<column>, one of a, b',
  )
  const [row] = await recordsOf(Buffer.from([...Buffer.from('a\n'), 0xcf, 0xf0, 0x0a]), 'csv', 'windows-1251')
  expect(row?.cells?.get('a')).toBe('Пр')
})

test('texts that are too long are cut between characters, and the cut is reported', async () => {
  const records = await recordsOf(`${header}\n1,1438576556,${'👍'.repeat(40)},b,5,USD\n`, 'csv')
  const { read } = chosenReader(records[0] as FileRecord, {})

  expect(await read(records[0] as FileRecord)).toMatchObject({ item: { nickname: '👍'.repeat(32) }, cut: ['nickname'] })
})

test.each([
  ['1,234.56', undefined, '1234.56'],
  ['1.234,56', undefined, '1234.56'],
  ['1 234,56', undefined, '1234.56'],
  ['1\u00a0234\u202f567', undefined, undefined],
  ['1\u202f234\u202f567', undefined, '1234567'],
  ["1'234.5", undefined, '1234.5'],
  ['12,5', '.', '12.5'],
  ['1,234', '.', '1234'],
  ['1,234', ',', '1.234'],
  ['0,234', undefined, '0.234'],
  ['12,34,56', undefined, undefined],
  ['1e3', undefined, undefined],
  ['', undefined, undefined],
  ['2 coffees', undefined, undefined],
  ['\u001b[2J5', undefined, undefined],
  ['EUR 5 USD', undefined, undefined],
] as const)('the amount %s with the decimal mark %s is %s', (text, mark, decimal) => {
  const amount = amountFrom(text, mark)

  expect('name' in amount ? undefined : amount.decimal).toBe(decimal)
})

test.each([
  ['£5', 'GBP'],
  ['5 ₽', 'RUB'],
  ['₴5', 'UAH'],
  ['5₸', 'KZT'],
  ['₹ 5', 'INR'],
  ['€5', 'EUR'],
  ['5 usd', 'USD'],
  [' Eur 5 ', 'EUR'],
  ['US$5', undefined],
  ['5', undefined],
])('%s is an amount of %s', (text, currency) => {
  expect(amountFrom(text, undefined)).toEqual({ decimal: '5', currency })
})

test.each([
  ['-5', 'is negative, and no donation'],
  ['EUR -5', 'is negative, and no donation'],
  ['5-', 'is no amount'],
  ['1.2.3', 'is no amount'],
  ['5 now', 'is no amount'],
  ['1,234', 'can be read in two ways: give --decimal . or --decimal ,'],
])('the amount %s %s', (text, reason) => {
  expect(reasonLine(amountFrom(text, undefined) as Reason)).toBe(`amount: "${text}" ${reason}`)
})

test('amounts of any size are read exactly, however they are written', () => {
  const written = fc.record({
    whole: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    cents: fc.integer({ min: 0, max: 99 }),
    language: fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'ru-RU', 'de-CH', 'pl-PL'),
  })
  fc.assert(
    fc.property(written, ({ whole, cents, language }) => {
      const decimal = `${whole}.${String(cents).padStart(2, '0')}`
      const text = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(decimal as `${number}`)

      expect(amountFrom(text, undefined)).toEqual({ decimal, currency: undefined })
    }),
    { numRuns: runs(50, 200) },
  )
})

test.each([
  ['2026-03-01 18:30:00.25 +0300', 'UTC', '2026-03-01T15:30:00.25Z'],
  ['2026-03-01 18:30:00 UTC', 'Europe/Berlin', '2026-03-01T18:30:00Z'],
  ['2026-03-01', 'Asia/Kolkata', '2026-02-28T18:30:00Z'],
  ['1.3.2026 9:05', 'Europe/Berlin', '2026-03-01T08:05:00Z'],
  ['31/12/2026, 12:00 AM', 'UTC', '2026-12-31T00:00:00Z'],
  ['12/31/2026 12:00:01 pm', 'UTC', '2026-12-31T12:00:01Z'],
  ['1438576556123', 'Europe/Berlin', '2015-08-03T04:35:56.123Z'],
  // Clocks of Berlin leave out this hour, have that one twice, and are certain before and after.
  ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-03-29 03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-10-25 02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['2026-10-25 03:30', 'Europe/Berlin', '2026-10-25T02:30:00Z'],
  ['2026-10-25 01:30', 'Europe/Berlin', '2026-10-24T23:30:00Z'],
  ['2026-02-03 25:00', 'UTC', undefined],
  ['2026-02-03 13:00 pm', 'UTC', undefined],
  ['12.2026', 'UTC', undefined],
] as const)('the time %s in %s is %s', (text, timeZone, utc) => {
  const instant = instantFrom(text, { timeZone })

  expect('name' in instant ? undefined : instant.utc).toBe(utc)
})

test.each([
  ['1438576556', '2015-08-03T04:35:56Z'],
  ['14385765561', '2425-11-12T21:59:21Z'],
  ['143857655612', '1974-07-24T00:27:35.612Z'],
  ['2026-03-01T18:30:00+03:00', '2026-03-01T15:30:00Z'],
  ['2026-03-01 18:30:00 -0130', '2026-03-01T20:00:00Z'],
  ['2026-03-01 18:30 GMT', '2026-03-01T18:30:00Z'],
])('the time %s names its zone', (text, utc) => {
  expect(instantFrom(text, { timeZone: 'Asia/Kolkata' })).toEqual({ utc, hasZone: true })
})

test.each([
  [' 2026-03-01 ', '2026-03-01T00:00:00Z'],
  ['2026/3/1,   18:30:05,25', '2026-03-01T18:30:05.25Z'],
  ['1.3.2026', '2026-03-01T00:00:00Z'],
  ['13/12/2026 1:05', '2026-12-13T01:05:00Z'],
  ['12/13/2026 1:05 AM', '2026-12-13T01:05:00Z'],
  ['13/12/2026 11:05  p.m.', '2026-12-13T23:05:00Z'],
])('the time %s names no zone', (text, utc) => {
  expect(instantFrom(text, { timeZone: 'UTC' })).toEqual({ utc, hasZone: false })
})

test.each([
  ['soon', 'is no time'],
  ['on 2026-03-01', 'is no time'],
  ['on 1.3.2026', 'is no time'],
  ['1.3.20261', 'is no time'],
  ['2026-03-01 noon', 'is no time'],
  ['2026-03-01 18:30 later', 'is no time'],
  ['12345678', 'is no time'],
  ['1438576556x', 'is no time'],
  ['x1438576556', 'is no time'],
  ['2026-02-30 10:00', 'is no time that there is'],
  ['2026-02-03 0:10 am', 'is no time that there is'],
  ['2026-02-03 13:10 am', 'is no time that there is'],
  ['2026-02-03 10:00 +99:00', 'is no time that there is'],
  ['12/12/2026', 'can be read in two ways: give --date-order dmy or --date-order mdy'],
])('the time %s %s', (text, reason) => {
  expect(reasonLine(instantFrom(text, { timeZone: 'UTC' }) as Reason)).toBe(`timestamp: "${text}" ${reason}`)
})

test('the date order decides ambiguous dates', () => {
  const read = (dateOrder?: 'dmy' | 'mdy') => instantFrom('05/04/2026 10:00', { timeZone: 'UTC', dateOrder })

  expect([read('dmy'), read('mdy')]).toMatchObject([{ utc: '2026-04-05T10:00:00Z' }, { utc: '2026-05-04T10:00:00Z' }])
  expect(read()).toEqual({ name: 'ambiguousDate', values: { text: '05/04/2026 10:00' } })
})

test('the objects of an array are found in any JSON text, wherever its pieces end', () => {
  const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 })
  const spaces = fc.constantFrom(0, 2)
  fc.assert(
    fc.property(rows, spaces, fc.integer({ min: 1, max: 9 }), fc.boolean(), (given, space, length, isPage) => {
      const text = JSON.stringify(isPage ? { data: given, meta: { links: [{ a: 1 }] } } : given, undefined, space)
      const finder = elementFinder()

      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
        text.substr(index * length, length),
      )
      const found = pieces.flatMap((piece) => [...finder.take(piece)])

      expect(found.map((element) => JSON.parse(element.text))).toEqual(JSON.parse(JSON.stringify(given)))
      const lines = text.split('\n')
      for (const { line, text: element } of found) expect(lines[line - 1]).toContain(element.split('\n')[0])
      expect(finder.isWhole()).toBe(true)
    }),
    { numRuns: runs(50, 200) },
  )
})
