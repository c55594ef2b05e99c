import type { Write } from '../../contract/write.ts'
import { tableNames } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { contentsDeliveryWrite } from '../alerts/delivery.ts'
import { sequenceAfter } from '../alerts/sequences.ts'
import { OverlayLook } from '../overlays/overlayLook.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'

/** Proposes the delivery of a look to a recipient's overlays. Raises `TotalsChanged` where another one came between. */
export type LookWrites = (recipientId: string, value: unknown) => Promise<readonly Write[]>

/**
 * The delivery belongs into the transaction that stores the look, so that overlays get looks in the order in which they
 * are stored. Members of the value that mean nothing to overlays are left out.
 */
export const lookWrites =
  (
    totals: Pick<TotalsRepository, 'read'>,
    tables = tableNames('deliveries', 'recipients'),
    clock = systemClock,
  ): LookWrites =>
  async (recipientId, value) => {
    const { lastDelivery: after } = await totals.read(recipientId)
    const contents = OverlayLook.safeParse(value).data ?? {}
    const delivery = { recipientId, after, kind: 'look', contents, test: false, now: new Date(clock()) } as const
    const deliveries = { from: after, last: sequenceAfter(after) }
    return [
      contentsDeliveryWrite(tables.deliveries, delivery),
      ...totalsWrites(tables.recipients, recipientId, { deliveries }),
    ]
  }
