import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { resendEndpointMessage } from '../../shared/endpoints/contract.ts'
import { type MessageRepository, messageRepository } from '../../shared/endpoints/messageRepository.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { systemClock } from '../../shared/time/clock.ts'

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
  handle(
    messageRepository(documentClient, tableName('endpointMessages')),
    rateRepository(documentClient, tableName('rates')),
  ),
  commitTo(documentClient),
)
