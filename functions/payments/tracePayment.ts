import { type Checkouts, servesDonors } from '../../shared/areas/donors/checkouts.ts'
import { endpointRepository } from '../../shared/areas/endpoints/endpointRepository.ts'
import { overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import { notesOf } from '../../shared/areas/payments/notesOf.ts'
import { unknownPayment } from '../../shared/areas/payments/paymentRepository.ts'
import { timelineOf } from '../../shared/areas/payments/trace/timeline.ts'
import { type TraceRepository, traceRepository } from '../../shared/areas/payments/trace/traceRepository.ts'
import { tracePayment } from '../../shared/areas/payments/traceContract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { gatewayCheckouts } from '../../shared/providers/gatewayCheckouts.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** It takes three round trips: the payment names its history item, and that one its alert and its videos. */
export const handle =
  (traces: Pick<TraceRepository, 'read'>, checkouts: Checkouts, clock = systemClock): Handle<typeof tracePayment> =>
  async ({ recipientId, params: { id } }) => {
    const facts = await traces.read(recipientId, id)
    if (facts === undefined) throw unknownPayment()
    const { credential } = facts
    const now = new Date(clock())
    const notes = credential ? notesOf(credential, servesDonors(checkouts, credential), now.getTime()) : []
    return { ...timelineOf(facts, now), notes }
  }

export const handler = memberHandler(
  tracePayment,
  handle(
    traceRepository(documentClient, {
      ...tableNames('payments', 'history', 'videos', 'alerts', 'endpointMessages'),
      endpoints: endpointRepository(documentClient),
      overlays: overlayRepository(documentClient),
      gateways: gatewayRepository(documentClient),
    }),
    gatewayCheckouts(),
  ),
)
