import { testEndpoint } from '../../shared/areas/endpoints/contract.ts'
import { eventIdOf, messageWrites, testMessage } from '../../shared/areas/endpoints/endpointMessage.ts'
import {
  type EndpointRepository,
  endpointRepository,
  unknownEndpoint,
} from '../../shared/areas/endpoints/endpointRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

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
  handle(endpointRepository(documentClient), rateRepository(documentClient), tableName('endpointMessages')),
  commitTo(documentClient),
)
