import { endpointRepository } from '../../shared/areas/endpoints/endpointRepository.ts'
import { overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { unknownPayment } from '../../shared/areas/payments/paymentRepository.ts'
import { timelineOf } from '../../shared/areas/payments/trace/timeline.ts'
import { type TraceRepository, traceRepository } from '../../shared/areas/payments/trace/traceRepository.ts'
import { tracePayment } from '../../shared/areas/payments/traceContract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** It takes three round trips: the payment names its history item, and that one its alert and its videos. */
export const handle =
  (traces: Pick<TraceRepository, 'read'>, clock = systemClock): Handle<typeof tracePayment> =>
  async ({ recipientId, params: { id } }) => {
    const facts = await traces.read(recipientId, id)
    if (facts === undefined) throw unknownPayment()
    return timelineOf(facts, new Date(clock()))
  }

export const handler = memberHandler(
  tracePayment,
  handle(
    traceRepository(documentClient, {
      ...tableNames('payments', 'history', 'videos', 'alerts', 'endpointMessages'),
      endpoints: endpointRepository(documentClient),
      overlays: overlayRepository(documentClient),
    }),
  ),
)
