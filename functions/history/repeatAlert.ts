import { alertState } from '../../shared/areas/alerts/alert.ts'
import { type AlertBasisReader, alertBasisReader } from '../../shared/areas/alerts/alertBasis.ts'
import { repeatDeliveryWrite } from '../../shared/areas/alerts/delivery.ts'
import { type AlertBasis, raiseAlerts } from '../../shared/areas/alerts/raiseAlerts.ts'
import { sequenceAfter } from '../../shared/areas/alerts/sequences.ts'
import { isHeldBack } from '../../shared/areas/events/isHeldBack.ts'
import { repeatAlert } from '../../shared/areas/history/contract.ts'
import { eventFromItem } from '../../shared/areas/history/historyRepository.ts'
import { alertPositionChange, unknownHistoryItem, withdrawnItem } from '../../shared/areas/history/historyWrites.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Tables {
  readonly history: string
  readonly alerts: string
  readonly deliveries: string
  readonly recipients: string
}

/** Delivers a stored alert again. Its position never changes, so no condition protects it. */
const repetition = (
  tables: Tables,
  recipientId: string,
  position: number,
  { totals }: AlertBasis,
  now: Date,
): readonly Write[] => {
  const after = totals.lastDelivery
  return [
    repeatDeliveryWrite(tables.deliveries, { recipientId, position, after, now }),
    ...totalsWrites(tables.recipients, recipientId, { deliveries: { from: after, last: sequenceAfter(after) } }),
  ]
}

/** Creates the alert of an item without one, or delivers the item of a test. */
const firstShowing = (
  tables: Tables,
  recipientId: string,
  item: Item,
  basis: AlertBasis,
  now: Date,
): readonly Write[] => {
  const event = eventFromItem(item)
  const state = alertState(item['deleted'] === true)
  const raised = raiseAlerts(tables, { recipientId, events: [event], basis, now, force: true, state })
  const positions = raised.alerts.map(({ ofItem }) => alertPositionChange(tables.history, item, ofItem))
  return [
    ...raised.writes,
    ...(event.test ? [] : positions),
    ...totalsWrites(tables.recipients, recipientId, raised.totals),
  ]
}

/** Two round trips: the item, with its alert's position, and the last delivery come first. */
export const handle =
  (basis: Pick<AlertBasisReader, 'read'>, tables: Tables, clock = systemClock): Handle<typeof repeatAlert> =>
  ({ recipientId, body: { historyItemId } }, commit) =>
    retryOnConflict(async () => {
      const { items, ...base } = await basis.read(recipientId, [historyItemId])
      const item = items.get(historyItemId)
      if (item === undefined) throw unknownHistoryItem()
      if (item['withdrawn'] !== undefined) throw withdrawnItem()
      if (isHeldBack(item)) throw new Problem('alert_held', 'The alert waits for a decision, or was refused by one.')
      const position = item['alertPosition']
      const now = new Date(clock())
      const writes =
        position === undefined
          ? firstShowing(tables, recipientId, item, base, now)
          : repetition(tables, recipientId, Number(position), base, now)
      return commit(writes, {})
    })

const tables = tableNames('history', 'alerts', 'deliveries', 'recipients')

export const handler = memberHandler(
  repeatAlert,
  handle(alertBasisReader(documentClient, tableNames('recipients', 'configs', 'history')), tables),
  commitTo(documentClient),
)
