import { type Checkouts, servesDonors } from '../../shared/areas/donors/checkouts.ts'
import { listGateways } from '../../shared/areas/payments/gatewayContract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/areas/payments/gatewayRepository.ts'
import { notesOf } from '../../shared/areas/payments/notesOf.ts'
import { webhookState } from '../../shared/areas/payments/webhookState.ts'
import { webhookUrl } from '../../shared/areas/payments/webhookUrl.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { gatewayCheckouts } from '../../shared/providers/gatewayCheckouts.ts'
import { publicUrl } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (
    gateways: Pick<GatewayRepository, 'list'>,
    cursorKey: CursorKey,
    baseUrl: string,
    checkouts: Checkouts,
    clock = systemClock,
  ): Handle<typeof listGateways> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listGateways,
      query,
      cursorKey,
      sortable: ['id', 'gateway', 'type', 'enabled'],
      byDefault: { property: 'id', ascending: true },
      read: async () =>
        (await gateways.list(recipientId)).map((credential) => {
          const { address, registered, hasToken: _, keyRefusedAt: __, unreportedAt: ___, ...listed } = credential
          const url = webhookUrl(baseUrl, recipientId, address)
          return {
            ...listed,
            webhookUrl: url,
            webhook: webhookState(url, address, registered),
            notes: notesOf(credential, servesDonors(checkouts, credential), clock()),
          }
        }),
    })

export const handler = httpHandler(
  listGateways,
  handle(gatewayRepository(documentClient), cursorKeyFrom(kmsClient), publicUrl(), gatewayCheckouts()),
)
