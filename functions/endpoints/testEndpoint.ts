import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { testEndpoint } from '../../shared/endpoints/contract.ts'
import { eventIdOf, messageWrites, testMessage } from '../../shared/endpoints/endpointMessage.ts'
import {
  type EndpointRepository,
  endpointRepository,
  unknownEndpoint,
} from '../../shared/endpoints/endpointRepository.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { systemClock } from '../../shared/time/clock.ts'

export const handle =
  (
    endpoints: Pick<EndpointRepository, 'find'>,
    rates: Pick<RateRepository, 'spending'>,
    table: string,
    clock = systemClock,
  ): Handle<typeof testEndpoint> =>
  async ({ recipientId, body: { id } }, commit) => {
    if ((await endpoints.find(recipientId, id)) === undefined) throw unknownEndpoint()
    const message = testMessage(recipientId, id, clock())
    return commit([...messageWrites(table, [message]), rates.spending(recipientId, 'endpointMessages')], {
      messageId: eventIdOf(message),
    })
  }

export const handler = httpHandler(
  testEndpoint,
  handle(
    endpointRepository(documentClient, tableName('endpoints')),
    rateRepository(documentClient, tableName('rates')),
    tableName('endpointMessages'),
  ),
  commitTo(documentClient),
)
