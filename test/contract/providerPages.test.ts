import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ProviderDefinition, providers } from '../../shared/contract/providers.ts'
import { donorPageFromConfig } from '../../shared/donors/donorPage.ts'
import { detailsFromMetadata } from '../../shared/payments/keptDetails.ts'
import { ManualPaymentMessage } from '../../shared/payments/manualMessage.ts'
import { allowedEvents, knownEvents } from '../../shared/platforms/subscribedEvents.ts'
import { ManualEventMessage } from '../../shared/providers/manualEvents.ts'
import { linkSource } from '../../shared/sources/contract.ts'
import { readSourceFiles } from '../architecture/sourceFile.ts'

const folder = 'shared/providers/'
const sources = readSourceFiles(new URL('../..', import.meta.url).pathname)
const pages = sources.filter(({ path }) => path.startsWith(folder) && path.endsWith('.md'))
const textOf = (name: string): string => readFileSync(`${folder}${name}`, 'utf8')
const codesOf = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set(Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code))].filter((code) => pattern.test(code))
const jsonOf = (name: string): readonly unknown[] =>
  [...textOf(name).matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = '']) => JSON.parse(block))

test('every page is one of the list', () => {
  const listed = [...textOf('README.md').matchAll(/\]\((\w+\.md)/g)].map(([, name]) => name)
  expect(pages.map(({ path }) => path.slice(folder.length)).sort()).toEqual(
    [...new Set(['README.md', ...listed])].sort(),
  )
})

test('the pages name every parameter of a provider, and no other', () => {
  const definitions: readonly ProviderDefinition[] = Object.values(providers)
  const known = definitions.flatMap(({ parameters, parameterFolders = [] }) => [
    ...parameters,
    ...parameterFolders.map((each) => `${each}/<accountId>`),
  ])
  const named = pages.flatMap(({ text }) =>
    codesOf(text, /^(?:donationalerts|youtube|kick|streamlabs|twitch|vk-live|telegram|max|platforms)\//),
  )
  expect([...new Set(named)].sort()).toEqual([...new Set(known)].sort())
})

test("Stripe's page names the events that are read, and no other", () => {
  const source = readFileSync(`${folder}stripe.ts`, 'utf8')
  const read = Array.from(source.matchAll(/^ {2}'([a-z_]+\.[a-z_.]+)':/gm), ([, name = '']) => name)
  expect(read.length).toBeGreaterThan(10)
  expect([...codesOf(textOf('stripe.md'), /^(?:checkout|payment_intent|refund|charge)\.[a-z_.]+$/)].sort()).toEqual(
    read.sort(),
  )
})

/** The words of a meaning, and the reader of the events in its row. */
const meanings: readonly (readonly [words: RegExp, reader: RegExp])[] = [
  [/^the payment is completed|^the same, with/, /completedAt|sessionReader\(true\)/],
  [/^the payment is begun/, /\(\) => \(\{\}\)/],
  [/has failed; a later/, /failedAt|sessionReader\(false\)/],
  [/^a refund, in parts|^the same for endpoints/, /readRefund|readCharge/],
  [/^a dispute takes/, /disputeReader/],
]

test("Stripe's page gives each event the meaning with which it is read", () => {
  const source = readFileSync(`${folder}stripe.ts`, 'utf8')
  const rows = [...textOf('stripe.md').matchAll(/^\| ((?:`[a-z_.]+`(?:, )?)+) \| (.+) \|$/gm)]

  expect(rows).toHaveLength(7)
  for (const [, cell = '', meaning = ''] of rows)
    for (const event of codesOf(cell, /./)) {
      const [, reader] = meanings.find(([words]) => words.test(meaning)) ?? expect.fail(meaning)
      expect(new RegExp(`'${event}': (.+),`).exec(source)?.[1], event).toMatch(reader)
    }
})

test("Stripe's page begins a payment with the parameters that the service itself sends", () => {
  const source = readFileSync(`${folder}stripeCheckout.ts`, 'utf8')
  const sent = [...textOf('stripe.md').matchAll(/ -d '?([\w[\]]+)=(\w+)/g)]

  expect(sent).toHaveLength(9)
  for (const [, name = ''] of sent) expect(source).toContain(name.replace(/(?:nickname|message)\]$/, ''))
  for (const [, name = '', value = ''] of sent.slice(0, 2)) expect(source).toContain(`${name}: '${value}'`)
})

/** https://yookassa.ru/developers/using-api/webhooks#events */
test("YooKassa's page names events as YooKassa spells them", () => {
  expect(codesOf(textOf('yookassa.md'), /^(?:payment|refund)\.\w+$/)).toEqual([
    'payment.succeeded',
    'payment.canceled',
    'refund.succeeded',
    'payment.waiting_for_capture',
  ])
})

test('the pages of platforms give each event the scope that it needs', () => {
  for (const platform of ['kick', 'twitch']) {
    const rows = [...textOf(`${platform}.md`).matchAll(/^\| (`[\w.`, ]+`) \| (?:none|`([\w:]+)`) \|/gm)]
    const scoped = rows.flatMap(([, cell = '', scope]) => codesOf(cell, /./).map((event) => ({ event, scope })))

    expect(scoped.map(({ event }) => event).sort()).toEqual([...knownEvents(platform)].sort())
    for (const { event, scope } of scoped) {
      expect(allowedEvents(platform, []).includes(event), event).toBe(scope === undefined)
      expect(allowedEvents(platform, [scope ?? '']), event).toContain(event)
    }
  }
})

test('the pages of platforms name what messages about an audience become, and nothing else', () => {
  for (const platform of ['kick', 'twitch']) {
    const named = [...textOf(`${platform}.md`).matchAll(/\| `([a-z-]+)`(?:, `count`[^|]*)? \|$/gm)].map(
      ([, name]) => name,
    )
    const source = readFileSync(`${folder}${platform}Events.ts`, 'utf8')
    const read = Array.from(source.matchAll(/ event: '([a-z-]+)'/g), ([, name]) => name)

    expect(named.length).toBeGreaterThan(3)
    expect([...new Set(named)].sort(), platform).toEqual([...new Set(read)].sort())
  }
})

test("a donor page's record is accepted, and its metadata are kept as they are", () => {
  const [record, metadata] = jsonOf('README.md') as [Record<string, unknown>, Record<string, string>]
  const { omitted, method, auction, ...kept } = detailsFromMetadata(metadata, undefined)

  expect(donorPageFromConfig(record)).toMatchObject({ name: 'Alice' })
  expect([omitted, method, auction]).toEqual([undefined, undefined, undefined])
  expect(Object.keys(kept).sort()).toEqual(Object.keys(metadata).sort())
  expect(kept).toMatchObject({ nickname: 'Ada', attachments: ['https://youtu.be/dQw4w9WgXcQ'] })
})

test('the pages of donation services link an account as it is read', () => {
  const bodies = pages.flatMap(({ text }) =>
    Array.from(text.matchAll(/`link-source`: `([^`]+)`/g), ([, body = '']) => linkSource.body.parse(JSON.parse(body))),
  )

  expect(bodies.map(({ service }) => service).sort()).toEqual([...linkSource.body.shape.service.options].sort())
})

test('the messages of a bridge and of a bot are as they are read, and all types of payments are named', () => {
  const [payment, stream] = jsonOf('manual.md')

  expect(ManualPaymentMessage.safeParse(payment).error).toBeUndefined()
  expect(ManualEventMessage.safeParse(stream).error).toBeUndefined()
  expect([...codesOf(textOf('manual.md'), /^payment\./)].sort()).toEqual(
    [...ManualPaymentMessage.shape.type.options].sort(),
  )
})
