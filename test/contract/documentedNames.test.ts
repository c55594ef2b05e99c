import { expect, test } from 'vitest'
import { parseSettings } from '../../infra/settings.ts'
import { problems } from '../../shared/contract/problems.ts'
import { type ProviderDefinition, providers } from '../../shared/contract/providers.ts'
import { operations } from '../../shared/operations.ts'
import { readSourceFiles } from '../architecture/sourceFile.ts'
import { settingValues } from '../infra/settingCases.ts'

/** Documents of this service; the others are of packages, and of another service. */
const documents = readSourceFiles(new URL('../..', import.meta.url).pathname).filter(
  ({ path }) => path.endsWith('.md') && !/^test\/|openDonationAssistant/.test(path),
)
/** Every match in a document, with its path. */
const named = (pattern: RegExp, paths = /./): readonly (readonly [path: string, ...groups: string[]])[] =>
  documents
    .filter(({ path }) => paths.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, ...groups]) => [path, ...groups] as const))

const patternOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '[^/]+')

test('every route that a document names is that of an operation', () => {
  const found = named(/`(GET|POST|PUT|DELETE|<ApiUrl>) ?(\/[\w./{}-]+)/g)
  const routes = operations.map(({ method, path }) => new RegExp(`^(${method}|<ApiUrl>) ${patternOf(path)}$`))

  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(([, verb, path]) => !routes.some((route) => route.test(`${verb} ${path}`)))).toEqual([])
})

/** Commands of AWS and names of packages that begin like commands of this service. */
const ofOthers = ['restore-table-from-backup', 'update-continuous-backups', 'update-table', 'update-time-to-live']

test('every command that a document names is that of an operation', () => {
  const commands = operations.map(({ path }) => path.split('/').at(-1) ?? '').filter((name) => name.includes('-'))
  const verbs = [...new Set(commands.map((command) => command.split('-')[0]))].join('|')
  const found = named(new RegExp(`\`((?:${verbs})-[a-z-]+)\``, 'g'))

  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(([, command = '']) => ![...commands, ...ofOthers].includes(command))).toEqual([])
})

test('every problem that a document names with its status has that status, and every code of the runbook is a problem', () => {
  const statuses = named(/\b([45]\d\d)\s+`([a-z_]+)`/g)
  const codes = named(/`([a-z]+(?:_[a-z]+)+)`/g, /^infra\//)
  const known: Readonly<Record<string, { readonly status: number }>> = problems

  expect([statuses.length > 5, codes.length > 5]).toEqual([true, true])
  expect(statuses.filter(([, status, code = '']) => String(known[code]?.status) !== status)).toEqual([])
  expect(codes.filter(([, code = '']) => !(code in problems))).toEqual([])
})

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
  const known = definitions.flatMap(({ parameters, parameterFolders = [] }) => [
    ...parameters,
    ...parameterFolders.map((folder) => `${folder}/<accountId>`),
  ])

  const listed = rows.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
  expect(listed.sort()).toEqual([...new Set(known)].sort())
})
