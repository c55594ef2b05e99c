import { type ActionRepository, actionRepository } from '../../shared/actions/actionRepository.ts'
import { listActions } from '../../shared/actions/contract.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

export const handle =
  (repository: Pick<ActionRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listActions> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listActions,
      query,
      cursorKey,
      sortable: ['name', 'game', 'category', 'registeredAt'],
      byDefault: { property: 'registeredAt', ascending: false },
      read: async () =>
        (await repository.list(recipientId)).filter(
          ({ game, category }) => (query.game ?? game) === game && (query.category ?? category) === category,
        ),
    })

export const handler = httpHandler(
  listActions,
  handle(actionRepository(documentClient, tableName('actions')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
