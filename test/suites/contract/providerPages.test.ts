import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { donorPageFromConfig } from '../../../shared/areas/donors/donorPage.ts'
import { detailsFromMetadata } from '../../../shared/areas/payments/donationDetails.ts'
import { ManualPaymentMessage } from '../../../shared/areas/payments/manualMessage.ts'
import { linkSource } from '../../../shared/areas/sources/contract.ts'
import { type ProviderDefinition, providers } from '../../../shared/contract/providers.ts'
import { ManualEventMessage } from '../../../shared/providers/manualEvents.ts'
import { readSourceFiles } from '../architecture/sourceFile.ts'

const folder = 'shared/providers/'
const sources = readSourceFiles(new URL('../../..', import.meta.url).pathname)
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
