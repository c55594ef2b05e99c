import { type AlertBasisReader, alertBasisReader } from '../../shared/areas/alerts/alertBasis.ts'
import { alertSequence } from '../../shared/areas/alerts/sequences.ts'
import { overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { isPartOfAct, outcomeOf, type PartOfAct, waitsForMessageUntil } from '../../shared/areas/platforms/acts.ts'
import {
  dueAudience,
  followAlertEveryMs,
  historyEventFromItem,
  type WaitingEvent,
} from '../../shared/areas/platforms/audienceOutbox.ts'
import { audienceWrites } from '../../shared/areas/platforms/audienceWrites.ts'
import {
  actWrite,
  type StreamEventRepository,
  streamEventRepository,
  waitingEnd,
  waitingRemoval,
} from '../../shared/areas/platforms/streamEventRepository.ts'
import { subscriptionCorrection } from '../../shared/areas/platforms/subscriptionCorrection.ts'
import { projectAudience } from '../../shared/areas/platforms/workers.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { type PostponedStore, postponedStore } from '../../shared/mechanisms/store/postponedStore.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { type WakeUpQueue, wakeUpQueue } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { RepeatedEvent } from '../../shared/mechanisms/webhooks/webhook.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/mechanisms/workers/batchHandler.ts'
import { batchThenEach } from '../../shared/mechanisms/workers/batchThenEach.ts'
import { latestItems } from '../../shared/mechanisms/workers/latestItems.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

interface Ports {
  readonly tables: Readonly<Record<'history' | 'alerts' | 'deliveries' | 'recipients' | 'streamEvents', string>>
  readonly basis: Pick<AlertBasisReader, 'read'>
  readonly events: Pick<StreamEventRepository, 'findAct' | 'wait'>
  /** Whether an overlay of the recipient has shown all deliveries up to a sequence. */
  readonly hasShown: (recipientId: string, sequence: number) => Promise<boolean>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly postponed: Pick<PostponedStore, 'postpone'>
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
}

/** The id of a message that added no item is kept for this time; the platforms stop repeating it within a day. */
const keptSeconds = 7 * 24 * 60 * 60

const waitingEventFrom = (item: Item): WaitingEvent => item as unknown as WaitingEvent

/** The end of an event's waiting. That of a follow stays for a day, so that its follower raises no second alert. */
const endOf = (table: string, { recipientId, id, originId, takenAt = 0 }: WaitingEvent): Write =>
  originId === undefined
    ? waitingRemoval(table, recipientId, id)
    : waitingEnd(table, recipientId, id, Math.ceil((takenAt + followAlertEveryMs) / 1000))

/** Events of one recipient in one transaction, which ends their waiting too. */
const projectTogether = (
  { tables, basis, apply, clock = systemClock }: Ports,
  recipientId: string,
  waiting: readonly WaitingEvent[],
): Promise<void> =>
  retryOnConflict(async () => {
    const events = waiting.map((each) => historyEventFromItem({ ...each }))
    const { items: known, ...base } = await basis.read(
      recipientId,
      events.map(({ id }) => id),
    )
    const unknown = events.filter(({ id }) => !known.has(id))
    const quiet = new Set(events.filter((_, index) => waiting[index]?.quiet === true).map(({ id }) => id))
    await apply([
      ...waiting.map((each) => endOf(tables.streamEvents, each)),
      ...audienceWrites(tables, recipientId, unknown, quiet, base, new Date(clock())),
    ])
  })

/** One of the messages of an act, by itself: what it means depends on the others. */
const projectPart = (ports: Ports, recipientId: string, waiting: PartOfAct): Promise<void> =>
  retryOnConflict(async () => {
    const { tables, basis, events, hasShown, apply, wakeUps, clock = systemClock } = ports
    const now = new Date(clock())
    const known = await events.findAct(recipientId, waiting.act)
    const outcome = outcomeOf(known, waiting)
    const until = outcome.kind === 'adds' ? waitsForMessageUntil(waiting, now.getTime()) : undefined
    if (until !== undefined) {
      await events.wait(recipientId, waiting.id, until)
      await wakeUps.send('audience', waiting, until)
      return
    }
    const said = historyEventFromItem({ ...waiting })
    const corrected = outcome.kind === 'corrects' ? [outcome.historyItemId] : []
    const { items, ...base } = await basis.read(recipientId, [said.id, ...corrected])
    const item = items.get(corrected.join())
    const isAdded =
      !items.has(said.id) && (outcome.kind === 'adds' || (outcome.kind === 'corrects' && item === undefined))
    const kept = epochSeconds(now.getTime()) + keptSeconds
    const act = {
      ...outcome.act,
      ...(isAdded && { historyItemId: said.id }),
      recipientId,
      id: waiting.act,
      state: 'done',
    } as const
    const position = Number(item?.['alertPosition'] ?? 0)
    const isShown = position > 0 && (await hasShown(recipientId, alertSequence(position)))
    await apply([
      isAdded
        ? waitingRemoval(tables.streamEvents, recipientId, waiting.id)
        : waitingEnd(tables.streamEvents, recipientId, waiting.id, kept),
      ...(items.has(said.id) ? [] : [actWrite(tables.streamEvents, recipientId, act, known)]),
      ...(isAdded ? audienceWrites(tables, recipientId, [said], new Set(), base, now) : []),
      ...(item === undefined
        ? []
        : subscriptionCorrection(tables, recipientId, item, said, { basis: base, isShown, now })),
    ])
  })

const project = async (ports: Ports, recipientId: string, items: readonly Item[]): Promise<void> => {
  const waiting = items.map(waitingEventFrom)
  const whole = waiting.filter((each) => !isPartOfAct(each))
  if (whole.length > 0) await projectTogether(ports, recipientId, whole)
  for (const part of waiting.filter(isPartOfAct)) await projectPart(ports, recipientId, part)
}

/** Recipients are processed at the same time, the events of each one together: they share totals and positions. */
export const handle = (ports: Ports): ConsumeBatch => {
  /** An event that came twice, or whose recipient was erased, waits no more: it is done, once it is alone. */
  const projectAll = async (recipientId: string, waiting: readonly Item[]): Promise<void> => {
    try {
      await project(ports, recipientId, waiting)
    } catch (error) {
      if (waiting.length > 1 || !(error instanceof RepeatedEvent)) throw error
    }
  }

  return async (records) => {
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all(
      [...byRecipient].map(([recipientId, own]) =>
        batchThenEach(projectAudience, ports.postponed, latestItems(own), (some) =>
          projectAll(
            recipientId,
            some.map(({ image }) => image),
          ),
        ),
      ),
    )
    return failures.flat()
  }
}

const tables = tableNames('history', 'alerts', 'deliveries', 'recipients', 'configs', 'streamEvents')

const overlays = overlayRepository(documentClient)

export const handler = batchHandler(
  projectAudience,
  handle({
    tables,
    basis: alertBasisReader(documentClient, { ...tables, mayLevelsBeOld: true }),
    events: streamEventRepository(documentClient, tables.streamEvents),
    hasShown: async (recipientId, sequence) =>
      (await overlays.list(recipientId)).some(({ acknowledged = 0 }) => acknowledged >= sequence),
    apply: applyOrThrow(documentClient),
    wakeUps: wakeUpQueue(sqsClient),
    postponed: postponedStore(documentClient, dueAudience(tables.streamEvents)),
  }),
)
