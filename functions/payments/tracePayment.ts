import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { endpointRepository } from '../../shared/endpoints/endpointRepository.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { unknownPayment } from '../../shared/payments/paymentRepository.ts'
import { timelineOf } from '../../shared/payments/trace/timeline.ts'
import { type TraceRepository, traceRepository } from '../../shared/payments/trace/traceRepository.ts'
import { tracePayment } from '../../shared/payments/traceContract.ts'
import { systemClock } from '../../shared/time/clock.ts'

/** It takes three round trips: the payment names its history item, and that one its alert and its videos. */
export const handle =
  (traces: Pick<TraceRepository, 'read'>, clock = systemClock): Handle<typeof tracePayment> =>
  async ({ recipientId, params: { id } }) => {
    const facts = await traces.read(recipientId, id)
    if (facts === undefined) throw unknownPayment()
    return timelineOf(facts, new Date(clock()))
  }

export const handler = httpHandler(
  tracePayment,
  handle(
    traceRepository(documentClient, {
      payments: tableName('payments'),
      history: tableName('history'),
      videos: tableName('videos'),
      alerts: tableName('alerts'),
      endpointMessages: tableName('endpointMessages'),
      endpoints: endpointRepository(documentClient, tableName('endpoints')),
      overlays: overlayRepository(documentClient, tableName('overlays')),
    }),
  ),
)
