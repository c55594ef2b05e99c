import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { listEndpoints } from '../../shared/endpoints/contract.ts'
import {
  type EndpointRepository,
  endpointFromItem,
  endpointRepository,
} from '../../shared/endpoints/endpointRepository.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

export const handle =
  (endpoints: Pick<EndpointRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listEndpoints> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listEndpoints,
      query,
      cursorKey,
      sortable: ['id', 'url', 'enabled'],
      // Stryker disable next-line StringLiteral: a list without a property is sorted by the id.
      byDefault: { property: 'id', ascending: true },
      read: async () => (await endpoints.list(recipientId)).map((item) => endpointFromItem({ ...item })),
    })

export const handler = httpHandler(
  listEndpoints,
  handle(endpointRepository(documentClient, tableName('endpoints')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
