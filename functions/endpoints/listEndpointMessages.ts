import { listEndpointMessages } from '../../shared/areas/endpoints/contract.ts'
import { type EndpointRepository, endpointRepository } from '../../shared/areas/endpoints/endpointRepository.ts'
import { loggedMessage } from '../../shared/areas/endpoints/loggedMessage.ts'
import { type MessageRepository, messageRepository } from '../../shared/areas/endpoints/messageRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (
    endpoints: Pick<EndpointRepository, 'find'>,
    messages: Pick<MessageRepository, 'latest'>,
    cursorKey: CursorKey,
  ): Handle<typeof listEndpointMessages> =>
  ({ recipientId, member, params: { id }, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listEndpointMessages,
      query,
      cursorKey,
      sortable: ['id', 'createdAt', 'type', 'state'],
      byDefault: { property: 'createdAt', ascending: false },
      read: async () => {
        const [endpoint, found] = await Promise.all([endpoints.find(recipientId, id), messages.latest(recipientId, id)])
        if (endpoint === undefined) throw new Problem('not_found', 'There is no such endpoint.')
        return found.map(loggedMessage)
      },
    })

export const handler = httpHandler(
  listEndpointMessages,
  handle(endpointRepository(documentClient), messageRepository(documentClient), cursorKeyFrom(kmsClient)),
)
