import { contentsDeliveryWrite } from '../../shared/areas/alerts/delivery.ts'
import { sequenceAfter } from '../../shared/areas/alerts/sequences.ts'
import { isDropped, type Show, showAfter, showMessage, storedShow } from '../../shared/areas/alerts/show.ts'
import { controlShow } from '../../shared/areas/alerts/showContract.ts'
import { isConnected } from '../../shared/areas/overlays/listedOverlay.ts'
import { lastShown } from '../../shared/areas/overlays/overlay.ts'
import { showsAlerts } from '../../shared/areas/overlays/overlayParts.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type DeliveryRepository, deliveryRepository } from '../../shared/areas/realtime/deliveryRepository.ts'
import type { DeliveryMessage } from '../../shared/areas/realtime/serverMessages.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Ports {
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly overlays: Pick<OverlayRepository, 'listeners'>
  readonly deliveries: Pick<DeliveryRepository, 'page'>
  readonly rates: Pick<RateRepository, 'spending'>
}

interface Tables {
  readonly recipients: string
  readonly deliveries: string
}

/** Deliveries that are not shown are acknowledged at once, so the one that stands is among the first. */
const lookAhead = 50

/** Whether a delivery takes time on an overlay. */
const isShown = (message: DeliveryMessage): boolean =>
  message.type === 'media' || (message.type === 'alert' && (message.force || !message.alert.hidden))

/** The first delivery after a position that overlays show; undefined when none waits. */
const firstShown = async (
  deliveries: Ports['deliveries'],
  recipientId: string,
  sequence: number,
  show: Show | undefined,
): Promise<number | undefined> => {
  for (let after = sequence, more = true; more; ) {
    const page = await deliveries.page(recipientId, after, lookAhead)
    const first = page.messages.find((message) => isShown(message) && !isDropped(message.sequence, show))
    if (first !== undefined) return first.sequence
    after = page.through
    more = page.more
  }
  return undefined
}

/** The delivery that stands on each connected overlay, or comes next there. */
const skippableOf = async (
  { overlays, deliveries }: Ports,
  recipientId: string,
  now: Date,
  show: Show | undefined,
): Promise<readonly number[]> => {
  const listeners = (await overlays.listeners(recipientId)).filter(showsAlerts)
  const connected = listeners.filter((overlay) => isConnected(overlay, now))
  const sequences = new Set(connected.map((overlay) => Math.max(lastShown(overlay), show?.cleared ?? 0)))
  const found = await Promise.all([...sequences].map((sequence) => firstShown(deliveries, recipientId, sequence, show)))
  return [...new Set(found.filter((sequence) => sequence !== undefined))]
}

/**
 * The state and its delivery are one transaction, so that overlays get states in the order in which they are stored.
 */
export const handle =
  (ports: Ports, tables: Tables, clock = systemClock): Handle<typeof controlShow> =>
  ({ recipientId, member, body: { command } }, commit) =>
    retryOnConflict(async () => {
      const now = new Date(clock())
      const { lastDelivery: last, show: stored } = await ports.totals.read(recipientId)
      const before = storedShow(stored)
      const skippable = command === 'skip' ? await skippableOf(ports, recipientId, now, before) : []
      const after = showAfter(command, { last, skippable }, before)
      const spending = ports.rates.spending(recipientId, 'showCommands')
      if (after === undefined) {
        const { paused = false, muted = false, changedAt = null } = before ?? {}
        return commit([spending], { paused, muted, changedAt })
      }
      const sequence = sequenceAfter(last)
      const contents = showMessage({ ...after, sequence })
      const changedAt = now.toISOString()
      return commit(
        [
          contentsDeliveryWrite(tables.deliveries, {
            recipientId,
            after: last,
            kind: 'show',
            contents,
            test: false,
            now,
          }),
          ...totalsWrites(tables.recipients, recipientId, {
            deliveries: { from: last, last: sequence },
            show: { ...contents, changedAt, ...(member && { decidedBy: member.actorId }) },
          }),
          spending,
        ],
        { paused: after.paused, muted: after.muted, changedAt },
      )
    })

const tables = tableNames('alerts', 'deliveries', 'recipients')

export const handler = memberHandler(
  controlShow,
  handle(
    {
      totals: totalsRepository(documentClient),
      overlays: overlayRepository(documentClient),
      deliveries: deliveryRepository(documentClient),
      rates: rateRepository(documentClient),
    },
    tables,
  ),
  commitTo(documentClient),
)
