import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures } from '../../support/fixtures/fixtures.ts'
import { type FunctionsUnderTest, startFunctions } from '../../support/functionsUnderTest.ts'

/** Reads of what is kept to spare work alone, and of an index that is never consistent: a moment's delay does not matter. */
const eventuallyConsistent: ReadonlySet<string> = new Set([
  'getAnnouncer',
  'listAnnouncers',
  'linkChat',
  'listChats',
  'getExternalPlaylist',
])

interface Read {
  readonly ConsistentRead?: boolean
}
interface Command {
  readonly action: string
  readonly input: Read & { readonly RequestItems?: Readonly<Record<string, Read>> }
}

let functions: FunctionsUnderTest
const commands: Command[] = []

beforeAll(async () => {
  functions = await startFunctions()
  const { documentClient } = await import('../../../shared/aws/documentClient.ts')
  documentClient.middlewareStack.add(
    (next, { commandName = '' }) =>
      (given) => {
        commands.push({ action: commandName.replace('Command', ''), input: given.input as Command['input'] })
        return next(given)
      },
    { step: 'initialize', name: 'noteCommands' },
  )
})
afterAll(() => functions.stop())

const isRead = ({ action }: Command): boolean => /Get|Query/.test(action)
const isConsistent = ({ input: { RequestItems, ...read } }: Command): boolean =>
  Object.values(RequestItems ?? { read }).every(({ ConsistentRead }) => ConsistentRead === true)

test.each(
  fixtures
    .filter(({ large }) => large !== true)
    .map((fixture) => [`${fixture.operation}: ${fixture.name}`, fixture] as const),
)('%s', async (_name, { operation, request, storeCalls = '' }) => {
  const scene = functions.newScene()
  const prepared = await request(scene)
  commands.length = 0

  await functions.call(operation, { recipient: scene.recipient, ...prepared })

  const reads = commands.filter(isRead)
  expect(
    commands
      .map(({ action }) => action)
      .toSorted()
      .join(' '),
  ).toBe(storeCalls)
  expect(reads.every(isConsistent)).toBe(reads.length === 0 || !eventuallyConsistent.has(operation))
})
