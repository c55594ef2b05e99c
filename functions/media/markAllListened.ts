import { markAllListened } from '../../shared/areas/media/contract.ts'
import { type ListenedMark, listenedMark } from '../../shared/areas/media/listenedMark.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (mark: Pick<ListenedMark, 'renewal'>): Handle<typeof markAllListened> =>
  ({ recipientId }, commit) =>
    commit([mark.renewal(recipientId)], {})

export const handler = memberHandler(markAllListened, handle(listenedMark()), commitTo(documentClient))
