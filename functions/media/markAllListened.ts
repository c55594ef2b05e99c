import { markAllListened } from '../../shared/areas/media/contract.ts'
import { type ListenedEpoch, listenedEpoch } from '../../shared/areas/media/listenedEpoch.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (epoch: Pick<ListenedEpoch, 'renewal'>): Handle<typeof markAllListened> =>
  ({ recipientId }, commit) =>
    commit([epoch.renewal(recipientId)], {})

export const handler = memberHandler(markAllListened, handle(listenedEpoch()), commitTo(documentClient))
