import { expect, test, vi } from 'vitest'
import { operations } from '../../../../shared/operations.ts'
import { workers } from '../../../../shared/workers.ts'
import { idleQueries } from '../../../proofs/capacity/month.ts'
import { fixtures } from '../../../support/fixtures/fixtures.ts'
import { workerFixtures } from '../../../support/fixtures/workerFixtures.ts'
import { workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

/** Reads of what is kept to spare work alone, and of an index that is never consistent: a moment's delay does not matter. */
const eventuallyConsistent: ReadonlySet<string> = new Set([
  'getAnnouncer',
  'listAnnouncers',
  'linkChat',
  'listChats',
  'getExternalPlaylist',
  'getShow',
])

/** Whoever takes something up from an index looks at its item. */
const heldIndex = 'test-alerts byHeld'

/** Sums of leaders, wherever money changes: a write that is based on an older one is refused, and the sum read again. */
const sumsOfLeaders = 'test-leaders'

/**
 * The same of workers: tables, and their indexes. Whoever takes something up from an index looks at its item, and a
 * projection reads history items again on which it relies.
 */
const eventuallyConsistentOfWorkers: Readonly<Record<string, readonly string[]>> = {
  handleDataJobs: ['chats byRecipient'],
  projectAudience: ['configs'],
  askSources: ['donationSources'],
  projectPayments: ['configs', 'history'],
  retryPostponed: ['overlays byDue', 'payments byDue', 'streamEvents byDue', 'videos byDue'],
  wakeDueAnnouncements: ['announcements byDue', 'endpointMessages byDue', 'streamEvents byDue'],
  watchVkLive: ['announcers', 'watchedChannels'],
}

/** What only puts its event off reads nothing that may be late. */
const waitsWithoutReading: ReadonlySet<string> = new Set(['projectAudience: a subscription that waits for its message'])

interface Read {
  readonly TableName?: string
  readonly IndexName?: string
  readonly ConsistentRead?: boolean
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>
}
interface Command {
  readonly action: string
  readonly input: Read & { readonly RequestItems?: Readonly<Record<string, Read>> }
}

const commands: Command[] = []

const functions = await sharedByTests(startFunctions())
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
documentClient.middlewareStack.add(
  (next, { commandName = '' }) =>
    (given) => {
      commands.push({ action: commandName.replace('Command', ''), input: given.input as Command['input'] })
      return next(given)
    },
  { step: 'initialize', name: 'recordCommands' },
)

test('every operation has a fixture, and every fixture an operation', () => {
  const covered = new Set(fixtures.map(({ operation }) => operation))

  expect([...covered].sort()).toEqual(operations.map(({ id }) => id).sort())
})

const isRead = ({ action }: Command): boolean => /Get|Query|Scan/.test(action)

/** The places that a command reads as they may have been a moment ago, where that may matter. */
const inconsistentReads = ({ input: { RequestItems, ...read } }: Command): readonly string[] =>
  Object.entries(RequestItems ?? { [read.TableName ?? '']: read })
    .filter(([, { ConsistentRead }]) => ConsistentRead !== true)
    .map(([table, { IndexName }]) => [table, IndexName ?? []].flat().join(' '))
    .filter((place) => place !== sumsOfLeaders && place !== heldIndex)

test.each(
  fixtures
    .filter(({ large }) => large !== true)
    .map((fixture) => [`${fixture.operation}: ${fixture.name}`, fixture] as const),
)('%s', async (_name, { operation, request, storeCalls = '', status = 200 }) => {
  const scene = functions.newScene()
  const prepared = await request(scene)
  commands.length = 0

  const answer = await functions.call(operation, { recipient: scene.recipient, ...prepared })

  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status })
  const reads = commands.filter(isRead)
  expect(
    commands
      .map(({ action }) => action)
      .toSorted()
      .join(' '),
  ).toBe(storeCalls)
  expect(reads.flatMap(inconsistentReads).length === 0).toBe(reads.length === 0 || !eventuallyConsistent.has(operation))
})

test.each(workerFixtures.map((fixture) => [`${fixture.worker}: ${fixture.name}`, fixture] as const))(
  '%s is strongly consistent',
  async (_title, { worker, name, prepare, event }) => {
    const stage = workerStage(functions)
    await prepare(stage)
    const given = await (event?.(stage) ?? stage.eventFor(worker))
    commands.length = 0

    await stage.run(worker, given)

    const places = new Set(commands.filter(isRead).flatMap(inconsistentReads))
    const known = waitsWithoutReading.has(`${worker}: ${name}`) ? [] : eventuallyConsistentOfWorkers[worker]
    expect([...places].toSorted()).toEqual(known?.map((place) => `test-${place}`) ?? [])
  },
)

/** A partition of all recipients, which is asked for whatever lies there. */
const partitionOf = ({ action, input }: Command): readonly string[] => {
  const shard = input.ExpressionAttributeValues?.[':shard']
  return action === 'Query' && shard !== undefined ? [`${input.TableName} ${shard}`] : []
}

test('each minute asks as many partitions as the bill says', async () => {
  // Within an hour, not at its beginning.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T18:01:00Z') })
  const minutely = workers.filter(({ source }) => 'schedule' in source && source.schedule === 'rate(1 minute)')
  const asked: Record<string, number> = {}
  for (const { id } of minutely) {
    commands.length = 0
    await workerStage(functions).run(id, {})
    asked[id] = new Set(commands.flatMap(partitionOf)).size
  }
  vi.useRealTimers()

  expect(asked).toEqual(idleQueries)
})
