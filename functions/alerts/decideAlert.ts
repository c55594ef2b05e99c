import { alertChange, alertDecision } from '../../shared/areas/alerts/alertRepository.ts'
import { changeDeliveryWrite, releaseDeliveryWrite } from '../../shared/areas/alerts/delivery.ts'
import { decidableSince, isDecidable } from '../../shared/areas/alerts/held.ts'
import { sequenceAfter } from '../../shared/areas/alerts/sequences.ts'
import { decideAlert } from '../../shared/areas/alerts/showContract.ts'
import { messagesOf, messageWrites } from '../../shared/areas/endpoints/endpointMessage.ts'
import { isHeldBack } from '../../shared/areas/events/isHeldBack.ts'
import { type HistoryRepository, historyRepository } from '../../shared/areas/history/historyRepository.ts'
import { itemChange, unknownHistoryItem } from '../../shared/areas/history/historyWrites.ts'
import { type LeaderRepository, leaderRepository } from '../../shared/areas/leaders/leaderRepository.ts'
import { videoWrites } from '../../shared/areas/media/videoRepository.ts'
import { paymentOfItem } from '../../shared/areas/payments/projection/historyIdentity.ts'
import { release, type WithheldReader, withheldReader } from '../../shared/areas/payments/projection/release.ts'
import { donationEvent } from '../../shared/areas/platforms/donationEvent.ts'
import { type Counted, moneyChanges } from '../../shared/areas/totals/goal.ts'
import { moneyInHistory, totalsWrites } from '../../shared/areas/totals/totals.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Ports {
  readonly items: Pick<HistoryRepository, 'find'>
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly leaders: Pick<LeaderRepository, 'counting'>
  readonly withheld: WithheldReader
}

interface Tables {
  readonly alerts: string
  readonly deliveries: string
  readonly endpointMessages: string
  readonly history: string
  readonly recipients: string
  readonly streamEvents: string
  readonly videos: string
}

const decided = (): Problem => new Problem('alert_decided', 'The alert is not held.')

/** The end of an alert's wait. One that an earlier version has held has no hold in its item: its alert decides. */
const decision = (
  tables: Tables,
  recipientId: string,
  item: Item,
  shownAs: number | undefined,
  decidedBy: string | null,
  released: Readonly<Record<string, unknown>>,
  now: Date,
): readonly Write[] => {
  const position = Number(item['alertPosition'])
  const show = shownAs !== undefined
  const change = { state: show ? 'visible' : 'refused', releasedAs: shownAs, decidedBy } as const
  if (!isHeldBack(item))
    return [alertDecision(tables.alerts, recipientId, position, change, decidableSince(now), decided)]
  return [
    itemChange(tables.history, item, { ...released, ...(!show && { heldAs: 'refused' }) }, show ? ['heldAt'] : []),
    alertChange(tables.alerts, recipientId, position, change, now),
  ]
}

/**
 * One of two decisions wins: the hold of the item, or the state of an older alert, is the condition. A donation that is
 * shown is delivered once more, because overlays have skipped its first delivery, with all that it has bought, and its
 * donor is named from now on. A refused one changes, which other panels see.
 */
export const handle =
  ({ items, totals, leaders, withheld }: Ports, tables: Tables, clock = systemClock): Handle<typeof decideAlert> =>
  ({ recipientId, member, body: { historyItemId, show } }, commit) =>
    retryOnConflict(async () => {
      const [item, before] = await Promise.all([items.find(recipientId, historyItemId), totals.read(recipientId)])
      if (item === undefined) throw unknownHistoryItem()
      const now = new Date(clock())
      const { alertPosition, deleted, heldAt, heldAs } = item
      const isOver = heldAt !== undefined && (heldAs !== undefined || !isDecidable(String(heldAt), now))
      if (alertPosition === undefined || deleted === true || isOver) throw decided()
      const position = Number(alertPosition)
      const isReleased = show && isHeldBack(item)
      const { lastDelivery: after, announcesPayments, endpoints } = before
      const shownAt = sequenceAfter(after)
      const bought = isReleased ? await withheld(recipientId, item) : undefined
      const released = release(tables.deliveries, videoWrites(), item, bought, shownAt, now)
      const counted = item as unknown as Counted
      const changes = isReleased ? moneyChanges(counted, { ...counted, heldAt: undefined }) : []
      const { money } = moneyInHistory(before, changes)
      const delivery = { recipientId, after, now }
      const decidedBy = member?.actorId ?? null
      const isAnnounced = show && announcesPayments && item['paymentVersion'] !== undefined
      const { paymentId = null } = paymentOfItem(item)
      const event = {
        eventId: newId(),
        type: 'alert.decided',
        at: now.toISOString(),
        data: { historyItemId, paymentId, shown: show },
      } as const
      return commit(
        [
          ...decision(tables, recipientId, item, show ? shownAt : undefined, decidedBy, released.item, now),
          show
            ? releaseDeliveryWrite(tables.deliveries, { ...delivery, position })
            : changeDeliveryWrite(tables.deliveries, delivery, { position }),
          ...released.writes,
          ...(isAnnounced ? [donationEvent(tables.streamEvents, recipientId, position, now)] : []),
          ...messageWrites(tables.endpointMessages, messagesOf(recipientId, endpoints, event, now)),
          ...totalsWrites(tables.recipients, recipientId, {
            deliveries: { from: after, last: shownAt + released.deliveries },
            ...(money && { money }),
          }),
          ...(await leaders.counting(recipientId, money)),
        ],
        {},
      )
    })

const tables = tableNames('alerts', 'deliveries', 'endpointMessages', 'history', 'recipients', 'streamEvents', 'videos')

export const handler = memberHandler(
  decideAlert,
  handle(
    {
      items: historyRepository(documentClient),
      totals: totalsRepository(documentClient),
      leaders: leaderRepository(documentClient),
      withheld: withheldReader(documentClient),
    },
    tables,
  ),
  commitTo(documentClient),
)
