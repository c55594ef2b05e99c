import { expect, test } from 'vitest'
import { parseSettings } from '../../../infra/settings.ts'
import { type ProviderDefinition, providers } from '../../../shared/contract/providers.ts'
import { readSourceFiles } from '../architecture/sourceFile.ts'
import { settingValues } from '../infra/settingCases.ts'

/** Documents of this service; the others are of packages, and of another service. */
const documents = readSourceFiles(new URL('../../..', import.meta.url).pathname).filter(
  ({ path }) => path.endsWith('.md') && !/^test\/|openDonationAssistant/.test(path),
)
/** Every match in a document, with its path. */
const named = (pattern: RegExp, paths = /./): readonly (readonly [path: string, ...groups: string[]])[] =>
  documents
    .filter(({ path }) => paths.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, ...groups]) => [path, ...groups] as const))

test('every setting that a document gives on a command line is one', () => {
  const settings = [...Object.values(settingValues).flatMap(Object.keys), 'stage', 'name']
  const found = named(/-c\s+(\w+)=/g)

  expect(Object.keys(parseSettings({})).filter((name) => !settings.includes(name))).toEqual([])
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(([, setting = '']) => !settings.includes(setting))).toEqual([])
})

test('the guide to deploying has every parameter of a provider in its table, and no other', () => {
  const rows = named(/^\| ((?:`[a-z-]+\/[^`]+`(?:, )?)+) \|/gm, /^infra\/README/)
  const definitions: readonly ProviderDefinition[] = Object.values(providers)
  const known = definitions.flatMap(({ parameters, optionalParameters = [], parameterFolders = [] }) => [
    ...parameters,
    ...optionalParameters,
    ...parameterFolders.map((folder) => `${folder}/<accountId>`),
  ])

  const listed = rows.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
  expect(listed.sort()).toEqual([...new Set(known)].sort())
})
