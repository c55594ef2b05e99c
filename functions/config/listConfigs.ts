import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { type ConfigRepository, configRepository } from '../../shared/config/configRepository.ts'
import { listConfigs } from '../../shared/config/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

export const handle =
  (configs: Pick<ConfigRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listConfigs> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listConfigs,
      query,
      cursorKey,
      sortable: ['name', 'url'],
      byDefault: { property: 'name', ascending: true },
      read: () => configs.list(recipientId, query.name),
    })

export const handler = httpHandler(
  listConfigs,
  handle(configRepository(documentClient, tableName('configs')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
