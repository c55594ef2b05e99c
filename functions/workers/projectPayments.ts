import { documentClient } from '../../shared/aws/documentClient.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { tableName } from '../../shared/env.ts'
import { type VideoRepository, videoRepository } from '../../shared/media/videoRepository.ts'
import { type StoredPayment, storedPayment } from '../../shared/payments/payment.ts'
import {
  type ProjectionRepository,
  type ProjectionTables,
  projectionRepository,
  type ReadProjections,
  readableTogether,
} from '../../shared/payments/projection/projectionRepository.ts'
import { projectionWrites } from '../../shared/payments/projection/projectionWrites.ts'
import { projectPayments } from '../../shared/payments/workers.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { type PostponedStore, postponedStore } from '../../shared/store/postponedStore.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'
import type { StreamRecord } from '../../shared/store/streamRecord.ts'
import { TotalsChanged, totalsFromItem } from '../../shared/totals/totals.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/workers/batchHandler.ts'
import { postponeFailed } from '../../shared/workers/postponeFailed.ts'

interface Ports {
  readonly tables: ProjectionTables
  readonly states: Pick<ProjectionRepository, 'read'>
  readonly videos: Pick<VideoRepository, 'prepared' | 'withdrawal'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly postponed: Pick<PostponedStore, 'postpone'>
}

/** A payment's records, and what the latest of them shows of it: a payment is projected once, however many records it has. */
interface Due {
  readonly payment: StoredPayment
  readonly image: Item
  readonly records: readonly StreamRecord[]
}

const dueOf = (records: readonly StreamRecord[]): readonly Due[] =>
  [...Map.groupBy(records, ({ keys }) => String(keys['id'])).values()].flatMap((own) => {
    const image = own.at(-1)?.newImage
    return image === undefined ? [] : [{ payment: storedPayment(image), image, records: own }]
  })

/** The states, based on totals that another worker has changed since they were read. */
const basedOn = (found: ReadProjections, recipient: Item | undefined): ReadProjections => ({
  ...found,
  states: found.states.map((state) => ({
    ...state,
    basis: { ...state.basis, totals: totalsFromItem(recipient) },
  })),
})

/**
 * Projects payments of one recipient that can be read together, as they are now, as many as one transaction holds; resolves to the others.
 * The totals that a refusal shows are enough to try again: whatever else has changed is refused too.
 */
const project = async (
  { tables, states, videos, apply }: Ports,
  known: readonly StoredPayment[],
): Promise<readonly StoredPayment[]> => {
  let found: ReadProjections | undefined
  return retryOnConflict(async (conflict) => {
    found =
      found !== undefined && conflict instanceof TotalsChanged
        ? basedOn(found, conflict.found)
        : await states.read(known[0]?.recipientId ?? '', known)
    if (found.states.length === 0) return found.changed
    const { writes, projected } = projectionWrites(tables, videos, found.states, new Date())
    await apply(writes)
    const rest = found.states.map(({ payment }) => payment).filter((payment) => !projected.includes(payment))
    return [...rest, ...found.changed]
  })
}

/** A payment that cannot be projected holds up no other one: what fails together is tried one by one, and left to the schedule. */
const tryApart = async (ports: Ports, together: readonly Due[], error: unknown): Promise<readonly Failure[]> => {
  const isOutage = error instanceof Problem && error.code === 'store_unavailable'
  if (together.length === 1 || isOutage) return postponeFailed(projectPayments, ports.postponed, together, error)
  const failures: Failure[] = []
  for (const each of together) failures.push(...(await projectAll(ports, [each])))
  return failures
}

/** What one transaction does not hold goes into the next one, together with the payments that follow. */
const projectAll = async (ports: Ports, all: readonly Due[]): Promise<readonly Failure[]> => {
  const failures: Failure[] = []
  for (let due = all; due.length > 0; ) {
    const together = due.slice(0, readableTogether(due.map(({ payment }) => payment)).length)
    due = due.slice(together.length)
    try {
      const left = await project(
        ports,
        together.map(({ payment }) => payment),
      )
      const leftOf = new Map(left.map((payment) => [payment.id, payment]))
      const again = together.flatMap((each) => {
        const payment = leftOf.get(each.payment.id)
        return payment === undefined ? [] : [{ ...each, payment }]
      })
      due = [...again, ...due]
    } catch (error) {
      failures.push(...(await tryApart(ports, together, error)))
    }
  }
  return failures
}

/**
 * Recipients at the same time, the payments of each one in the order of their records, as they share totals and the order of what is
 * shown. The size of a batch bounds what one recipient takes of it, four transactions, so that others wait for no more than that.
 */
export const handle =
  (ports: Ports): ConsumeBatch =>
  async (records) => {
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all([...byRecipient.values()].map((own) => projectAll(ports, dueOf(own))))
    return failures.flat()
  }

const tables = {
  payments: tableName('payments'),
  history: tableName('history'),
  alerts: tableName('alerts'),
  recipients: tableName('recipients'),
  configs: tableName('configs'),
  actions: tableName('actions'),
  deliveries: tableName('deliveries'),
  videos: tableName('videos'),
}

export const handler = batchHandler(
  projectPayments,
  handle({
    tables,
    states: projectionRepository(documentClient, tables),
    videos: videoRepository(documentClient, tables),
    apply: applyOrThrow(documentClient),
    postponed: postponedStore(documentClient, { table: tables.payments, attribute: 'projection', due: 'due' }),
  }),
)
