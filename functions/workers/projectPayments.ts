import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Write } from '../../shared/contract/write.ts'
import { tableName } from '../../shared/env.ts'
import { type VideoRepository, videoRepository } from '../../shared/media/videoRepository.ts'
import { storedPayment } from '../../shared/payments/payment.ts'
import {
  type ProjectionRepository,
  type ProjectionTables,
  projectionRepository,
} from '../../shared/payments/projection/projectionRepository.ts'
import { projectionWrites } from '../../shared/payments/projection/projectionWrites.ts'
import { projectPayments } from '../../shared/payments/projection/worker.ts'
import { committing } from '../../shared/store/commit.ts'
import { untilCurrent } from '../../shared/store/outdated.ts'
import type { StreamRecord } from '../../shared/store/streamRecord.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/workers/batchHandler.ts'

interface Ports {
  readonly tables: ProjectionTables
  readonly states: Pick<ProjectionRepository, 'read'>
  readonly videos: Pick<VideoRepository, 'prepared'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
}

/** The record only says that something is due: what is projected is the payment as it is now. */
const project = async ({ tables, states, videos, apply }: Ports, { newImage }: StreamRecord): Promise<void> => {
  if (newImage === undefined) return
  const image = storedPayment(newImage)
  await untilCurrent(async () => {
    const state = await states.read(image.recipientId, image)
    if (state?.payment.projection !== 'due') return
    await apply(projectionWrites(tables, videos, state, new Date()))
  })
}

/** A payment that cannot be projected holds up no other one. */
const projectAll = async (ports: Ports, records: readonly StreamRecord[]): Promise<readonly Failure[]> => {
  const failures: Failure[] = []
  for (const record of records) {
    try {
      await project(ports, record)
    } catch (error) {
      failures.push({ record, error })
    }
  }
  return failures
}

/** Recipients at the same time, the payments of each one after the other, as they share totals and the order of deliveries. */
export const handle =
  (ports: Ports): ConsumeBatch =>
  async (records) => {
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all([...byRecipient.values()].map((own) => projectAll(ports, own)))
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
    apply: committing(documentClient),
  }),
)
