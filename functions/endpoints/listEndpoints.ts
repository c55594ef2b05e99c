import { listEndpoints } from '../../shared/areas/endpoints/contract.ts'
import {
  type EndpointRepository,
  endpointFromItem,
  endpointRepository,
} from '../../shared/areas/endpoints/endpointRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (endpoints: Pick<EndpointRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listEndpoints> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listEndpoints,
      query,
      cursorKey,
      sortable: ['id', 'url', 'enabled'],
      byDefault: { property: 'id', ascending: true },
      read: async () => (await endpoints.list(recipientId)).map((item) => endpointFromItem({ ...item })),
    })

export const handler = httpHandler(listEndpoints, handle(endpointRepository(documentClient), cursorKeyFrom(kmsClient)))
