import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { markAllListened } from '../../shared/media/contract.ts'
import { type ListenedMark, listenedMark } from '../../shared/media/listenedMark.ts'

export const handle =
  (mark: Pick<ListenedMark, 'renewal'>): Handle<typeof markAllListened> =>
  ({ recipientId }, commit) =>
    commit([mark.renewal(recipientId)], {})

export const handler = httpHandler(
  markAllListened,
  handle(listenedMark(tableName('recipients'))),
  commitTo(documentClient),
)
