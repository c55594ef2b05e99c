import { alertId } from '../../shared/alerts/alert.ts'
import { AlertExistence, alertWrites } from '../../shared/alerts/alertWrites.ts'
import { type BasisRepository, basisRepository } from '../../shared/alerts/basisRepository.ts'
import { deliveryWrite } from '../../shared/alerts/delivery.ts'
import { raiseAlerts } from '../../shared/alerts/raiseAlerts.ts'
import { nextSequence } from '../../shared/alerts/rules.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Commit, Handle } from '../../shared/contract/handle.ts'
import type { Write } from '../../shared/contract/write.ts'
import { tableName } from '../../shared/env.ts'
import { repeatAlert } from '../../shared/history/contract.ts'
import { eventFromItem } from '../../shared/history/historyRepository.ts'
import { unchangedDeletion, unknownHistoryItem } from '../../shared/history/historyWrites.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { untilCurrent } from '../../shared/store/outdated.ts'
import { totalsFromItem, totalsWrites } from '../../shared/totals/totals.ts'

interface Tables {
  readonly history: string
  readonly alerts: string
  readonly deliveries: string
  readonly recipients: string
}

export const handle = (basis: Pick<BasisRepository, 'read'>, tables: Tables): Handle<typeof repeatAlert> => {
  const alerts = alertWrites(tables.alerts)

  /** The normal case, one round trip: the clock gives the sequence, and the write of the totals holds it to be the highest. */
  const repetition = (recipientId: string, id: string, lastDelivery: number): readonly Write[] => {
    const now = new Date()
    const sequence = nextSequence(now, lastDelivery)
    return [
      alerts.repetition(recipientId, id, now),
      deliveryWrite(tables.deliveries, { recipientId, sequence, alertId: id, force: true, now }),
      ...totalsWrites(tables.recipients, recipientId, { deliveries: { first: sequence, last: sequence } }),
    ]
  }

  /** The item never had an alert: it gets one, after a read of the item. */
  const firstShowing = async (recipientId: string, historyItemId: string): Promise<readonly Write[]> => {
    const { items, ...standing } = await basis.read(recipientId, [historyItemId])
    const item = items.get(historyItemId)
    if (item === undefined) throw unknownHistoryItem()
    const hidden = item['deleted'] === true
    const raised = raiseAlerts(tables, {
      recipientId,
      events: [eventFromItem(item)],
      basis: standing,
      now: new Date(),
      force: true,
      hidden,
    })
    return [
      ...raised.writes,
      unchangedDeletion(tables.history, recipientId, historyItemId, hidden),
      ...totalsWrites(tables.recipients, recipientId, raised.totals),
    ]
  }

  const show = async (recipientId: string, historyItemId: string, lastDelivery: number, commit: Commit) => {
    try {
      return await commit(repetition(recipientId, alertId(recipientId, historyItemId), lastDelivery), {})
    } catch (error) {
      if (!(error instanceof AlertExistence)) throw error
      return commit(await firstShowing(recipientId, historyItemId), {})
    }
  }

  return ({ recipientId, body: { historyItemId } }, commit) =>
    untilCurrent((outdated) => {
      const { lastDelivery } = totalsFromItem(outdated?.found)
      return show(recipientId, historyItemId, lastDelivery, commit)
    })
}

const [history, alerts, deliveries, recipients] = [
  tableName('history'),
  tableName('alerts'),
  tableName('deliveries'),
  tableName('recipients'),
]

export const handler = httpHandler(
  repeatAlert,
  handle(basisRepository(documentClient, { recipients, configs: tableName('configs'), history }), {
    history,
    alerts,
    deliveries,
    recipients,
  }),
  commitTo(documentClient),
)
