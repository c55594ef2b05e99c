import { type ActionRepository, actionRepository } from '../../shared/areas/actions/actionRepository.ts'
import { listActions } from '../../shared/areas/actions/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (repository: Pick<ActionRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listActions> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
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

export const handler = memberHandler(listActions, handle(actionRepository(documentClient), cursorKeyFrom(kmsClient)))
