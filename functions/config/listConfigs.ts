import { type ConfigRepository, configRepository } from '../../shared/areas/config/configRepository.ts'
import { listConfigs } from '../../shared/areas/config/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (configs: Pick<ConfigRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listConfigs> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listConfigs,
      query,
      cursorKey,
      sortable: ['name', 'url'],
      byDefault: { property: 'name', ascending: true },
      read: () => configs.list(recipientId, query.name),
    })

export const handler = memberHandler(listConfigs, handle(configRepository(documentClient), cursorKeyFrom(kmsClient)))
