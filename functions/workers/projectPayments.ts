import { type LeaderRepository, leaderRepository } from '../../shared/areas/leaders/leaderRepository.ts'
import { type VideoRepository, videoWrites } from '../../shared/areas/media/videoRepository.ts'
import { duePayments } from '../../shared/areas/payments/payment.ts'
import { type IdentifiedPayment, identifiedPayment } from '../../shared/areas/payments/projection/historyIdentity.ts'
import {
  type ProjectionRepository,
  type ProjectionState,
  type ProjectionTables,
  projectionRepository,
  readableTogether,
} from '../../shared/areas/payments/projection/projectionRepository.ts'
import { projectionWrites } from '../../shared/areas/payments/projection/projectionWrites.ts'
import { waitForDonorTexts, waitsForDonorTextsUntil } from '../../shared/areas/payments/waitForDonorTexts.ts'
import { projectPayments } from '../../shared/areas/payments/workers.ts'
import { TotalsChanged, totalsFromItem } from '../../shared/areas/totals/totals.ts'
import type { Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { type PostponedStore, postponedStore } from '../../shared/mechanisms/store/postponedStore.ts'
import { type Conflict, retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import type { StreamRecord } from '../../shared/mechanisms/store/streamRecord.ts'
import { type WakeUpQueue, wakeUpQueue } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/mechanisms/workers/batchHandler.ts'
import { batchThenEach } from '../../shared/mechanisms/workers/batchThenEach.ts'
import { latestItems } from '../../shared/mechanisms/workers/latestItems.ts'
import type { FailedItem } from '../../shared/mechanisms/workers/postponeFailed.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'

interface Ports {
  readonly tables: ProjectionTables
  readonly states: Pick<ProjectionRepository, 'read'>
  readonly videos: Pick<VideoRepository, 'creation' | 'removal'>
  readonly leaders: Pick<LeaderRepository, 'counting'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly postponed: Pick<PostponedStore, 'postpone'>
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
}

interface Due extends FailedItem {
  readonly payment: IdentifiedPayment
}

const dueOf = (records: readonly StreamRecord[]): readonly Due[] =>
  latestItems(records).map((item) => ({ ...item, payment: identifiedPayment(item.image) }))

/** Payments still to project: already read, or still to be read. */
interface Left {
  readonly states: readonly ProjectionState[]
  readonly unread: readonly IdentifiedPayment[]
}

/** After a refusal by the totals, those that it shows are enough to try again; after any other, all is read again. */
const leftAfter = ({ states, unread }: Left, conflict: Conflict): Left => {
  if (!(conflict instanceof TotalsChanged))
    return { states: [], unread: [...states.map(({ payment }) => payment), ...unread] }
  const totals = totalsFromItem(conflict.found)
  return { states: states.map((state) => ({ ...state, basis: { ...state.basis, totals } })), unread }
}

/** Postpones payments whose donor's texts another event will bring, and returns the others. */
const withoutWaiting = async (
  { tables, apply, wakeUps }: Ports,
  states: readonly ProjectionState[],
  now: Date,
): Promise<readonly ProjectionState[]> => {
  const times = new Map(states.map((state) => [state, waitsForDonorTextsUntil(state, now)]))
  await Promise.all(
    [...times].map(async ([{ payment }, until]) => {
      if (until === undefined) return
      await apply([waitForDonorTexts(tables.payments, payment, until)])
      await wakeUps.send('payments', payment, until)
    }),
  )
  return states.filter((state) => times.get(state) === undefined)
}

/** One transaction, based on the state after the one before it. */
const projectNext = (ports: Ports, recipientId: string, before: Left): Promise<Left> => {
  const { tables, states, videos, leaders, apply, clock = systemClock } = ports
  let left = before
  return retryOnConflict(async (conflict) => {
    if (conflict !== undefined) left = leftAfter(left, conflict)
    if (left.states.length === 0) {
      const found = await states.read(recipientId, left.unread)
      left = { states: await withoutWaiting(ports, found.states, new Date(clock())), unread: found.changed }
    }
    if (left.states.length === 0) return left
    const { writes, money, rest } = projectionWrites(tables, videos, left.states, new Date(clock()))
    await apply([...writes, ...(await leaders.counting(recipientId, money))])
    return { ...left, states: rest }
  })
}

/** Projects payments of one recipient that can be read together, in as few transactions as hold them. */
const project = async (ports: Ports, known: readonly IdentifiedPayment[]): Promise<void> => {
  const recipientId = known[0]?.recipientId ?? ''
  let left: Left = { states: [], unread: known }
  while (left.states.length + left.unread.length > 0) left = await projectNext(ports, recipientId, left)
}

/** Projects a recipient's records in order. After a failed batch each is tried alone; one that fails is postponed. */
const projectAll = async (ports: Ports, records: readonly StreamRecord[]): Promise<readonly Failure[]> => {
  const failures: Failure[] = []
  for (let due = dueOf(records); due.length > 0; ) {
    const together = due.slice(0, readableTogether(due.map(({ payment }) => payment)).length)
    const projectDue = (some: readonly Due[]) =>
      project(
        ports,
        some.map(({ payment }) => payment),
      )
    failures.push(...(await batchThenEach(projectPayments, ports.postponed, together, projectDue)))
    due = due.slice(together.length)
  }
  return failures
}

/**
 * Recipients are processed at the same time, the payments of each one in the order of their records, because they share
 * totals and the order of deliveries. The size of a batch bounds the time for which others wait for one recipient.
 */
export const handle =
  (ports: Ports): ConsumeBatch =>
  async (records) => {
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all([...byRecipient.values()].map((own) => projectAll(ports, own)))
    return failures.flat()
  }

const tables = tableNames(
  'payments',
  'history',
  'alerts',
  'recipients',
  'configs',
  'actions',
  'deliveries',
  'videos',
  'streamEvents',
  'endpointMessages',
)

export const handler = batchHandler(
  projectPayments,
  handle({
    tables,
    states: projectionRepository(documentClient, tables),
    videos: videoWrites(),
    leaders: leaderRepository(documentClient),
    apply: applyOrThrow(documentClient),
    postponed: postponedStore(documentClient, duePayments(tables.payments)),
    wakeUps: wakeUpQueue(sqsClient),
  }),
)
