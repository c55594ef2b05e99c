import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { checkOverlays } from '../../shared/overlays/contract.ts'
import { overlayCheck } from '../../shared/payments/overlayCheck.ts'
import { systemClock } from '../../shared/time/clock.ts'

/** Begins the check; the trace of its payment has the results, so that no function waits for overlays. */
export const handle =
  (rates: Pick<RateRepository, 'spending'>, payments: string, clock = systemClock): Handle<typeof checkOverlays> =>
  ({ recipientId }, commit) => {
    const now = new Date(clock())
    const { paymentId, write } = overlayCheck(payments, recipientId, newId(), now)
    return commit([write, rates.spending(recipientId, 'overlayChecks')], { paymentId, startedAt: now.toISOString() })
  }

export const handler = httpHandler(
  checkOverlays,
  handle(rateRepository(documentClient, tableName('rates')), tableName('payments')),
  commitTo(documentClient),
)
