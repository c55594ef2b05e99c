import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, publicUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { listGateways } from '../../shared/payments/contract.ts'
import { type GatewayRepository, gatewayRepository } from '../../shared/payments/gatewayRepository.ts'
import { webhookUrl } from '../../shared/payments/webhookUrl.ts'

export const handle =
  (gateways: Pick<GatewayRepository, 'list'>, cursorKey: CursorKey, baseUrl: string): Handle<typeof listGateways> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listGateways,
      query,
      cursorKey,
      sortable: ['id', 'gateway', 'type', 'enabled'],
      // Stryker disable next-line StringLiteral: a list without a property is sorted by the id.
      byDefault: { property: 'id', ascending: true },
      read: async () =>
        (await gateways.list(recipientId)).map(({ address, ...credential }) => ({
          ...credential,
          webhookUrl: webhookUrl(baseUrl, recipientId, address),
        })),
    })

export const handler = httpHandler(
  listGateways,
  handle(
    gatewayRepository(documentClient, tableName('gateways')),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
    publicUrl(),
  ),
)
