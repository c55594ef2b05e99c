import { alertDecision } from '../../shared/areas/alerts/alertRepository.ts'
import { changeDeliveryWrite, releaseDeliveryWrite } from '../../shared/areas/alerts/delivery.ts'
import { sequenceAfter } from '../../shared/areas/alerts/sequences.ts'
import { decideAlert } from '../../shared/areas/alerts/showContract.ts'
import { type HistoryRepository, historyRepository } from '../../shared/areas/history/historyRepository.ts'
import { unknownHistoryItem } from '../../shared/areas/history/historyWrites.ts'
import { donationEvent } from '../../shared/areas/platforms/donationEvent.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Tables {
  readonly alerts: string
  readonly deliveries: string
  readonly recipients: string
  readonly streamEvents: string
}

const decided = (): Problem => new Problem('alert_decided', 'The alert does not wait for a decision.')

/**
 * The alert's state is the condition, so one of two decisions wins. A shown alert is delivered once more, because
 * overlays have skipped its first delivery; a hidden one changes, which other panels see.
 */
export const handle =
  (
    items: Pick<HistoryRepository, 'find'>,
    totals: Pick<TotalsRepository, 'read'>,
    tables: Tables,
    clock = systemClock,
  ): Handle<typeof decideAlert> =>
  ({ recipientId, body: { historyItemId, show } }, commit) =>
    retryOnConflict(async () => {
      const [item, { lastDelivery: after, announcesPayments }] = await Promise.all([
        items.find(recipientId, historyItemId),
        totals.read(recipientId),
      ])
      if (item === undefined) throw unknownHistoryItem()
      if (item['alertPosition'] === undefined) throw decided()
      const position = Number(item['alertPosition'])
      const now = new Date(clock())
      const delivery = { recipientId, after, now }
      const isAnnounced = show && announcesPayments && item['paymentVersion'] !== undefined
      return commit(
        [
          alertDecision(tables.alerts, recipientId, position, show ? 'visible' : 'hidden', decided),
          show
            ? releaseDeliveryWrite(tables.deliveries, { ...delivery, position })
            : changeDeliveryWrite(tables.deliveries, delivery, { position }),
          ...(isAnnounced ? [donationEvent(tables.streamEvents, recipientId, position, now)] : []),
          ...totalsWrites(tables.recipients, recipientId, { deliveries: { from: after, last: sequenceAfter(after) } }),
        ],
        {},
      )
    })

const tables = {
  alerts: tableName('alerts'),
  deliveries: tableName('deliveries'),
  recipients: tableName('recipients'),
  streamEvents: tableName('streamEvents'),
}

export const handler = httpHandler(
  decideAlert,
  handle(
    historyRepository(documentClient, tableName('history')),
    totalsRepository(documentClient, tables.recipients),
    tables,
  ),
  commitTo(documentClient),
)
