import { checkOverlays } from '../../shared/areas/overlays/contract.ts'
import { overlayCheck } from '../../shared/areas/payments/overlayCheck.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** Begins the check; the trace of its payment has the results, so that no function waits for overlays. */
export const handle =
  (rates: Pick<RateRepository, 'spending'>, payments: string, clock = systemClock): Handle<typeof checkOverlays> =>
  ({ recipientId }, commit) => {
    const now = new Date(clock())
    const { paymentId, write } = overlayCheck(payments, recipientId, newId(), now)
    return commit([write, rates.spending(recipientId, 'overlayChecks')], { paymentId, startedAt: now.toISOString() })
  }

export const handler = memberHandler(
  checkOverlays,
  handle(rateRepository(documentClient), tableName('payments')),
  commitTo(documentClient),
)
