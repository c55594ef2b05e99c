import type { Write } from '../../contract/write.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import type { Money } from '../../runtime/money/money.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { detailsFromMetadata } from './donationDetails.ts'
import type { SealedGateway } from './gatewayRepository.ts'
import { paymentId } from './payment.ts'
import { attributesOf } from './reportWrite.ts'

/** Seconds for which a payment that nobody has paid is kept: gateways repeat webhooks for up to three days. */
export const begunSeconds = 7 * 24 * 60 * 60

interface Begun {
  readonly sealed: SealedGateway
  readonly system: string
  readonly gatewayId: string
  readonly test: boolean
  readonly amount: Money
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Keeps a donor's texts in a payment that has no report yet: it is in no list, has no `version` and expires. The first
 * report finds the texts in it. Raises `RepeatedEvent` if the payment exists.
 */
export const begunPayment = (
  table: string,
  recipientId: string,
  { sealed: { id: gatewayCredentialId, gateway }, system, gatewayId, test, amount, metadata }: Begun,
  now: number,
): Write => {
  const at = new Date(now).toISOString()
  const details = Object.entries(attributesOf({ ...detailsFromMetadata(metadata, undefined), amount }))
  return put(
    table,
    {
      recipientId,
      id: paymentId(recipientId, gatewayCredentialId, { gatewayId, test }),
      gateway,
      gatewayId,
      gatewayCredentialId,
      system,
      createdAt: at,
      receivedAt: at,
      test,
      expiresAt: epochSeconds(now) + begunSeconds,
      ...Object.fromEntries(details.filter(([, value]) => value !== undefined)),
    },
    { when: { if: 'attribute_not_exists(id)' }, repeatable: true, refusal: () => new RepeatedEvent() },
  )
}
