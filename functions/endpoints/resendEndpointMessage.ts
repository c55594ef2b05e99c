import { resendEndpointMessage } from '../../shared/areas/endpoints/contract.ts'
import { type MessageRepository, messageRepository } from '../../shared/areas/endpoints/messageRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (
    messages: Pick<MessageRepository, 'resending'>,
    rates: Pick<RateRepository, 'spending'>,
    clock = systemClock,
  ): Handle<typeof resendEndpointMessage> =>
  ({ recipientId, body: { endpointId, messageId } }, commit) =>
    commit(
      [
        messages.resending(recipientId, endpointId, messageId, clock(), () => unknownId('webhook', 'messageId')),
        rates.spending(recipientId, 'endpointMessages'),
      ],
      {},
    )

export const handler = httpHandler(
  resendEndpointMessage,
  handle(messageRepository(documentClient), rateRepository(documentClient)),
  commitTo(documentClient),
)
