import { type ActionRepository, actionRepository } from '../../shared/actions/actionRepository.ts'
import { addActions } from '../../shared/actions/contract.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'

/** Actions of a call are microseconds apart, so that a list of the newest has them in the order of the call. */
const registrationTime = (now: Date, index: number): string =>
  now.toISOString().replace('Z', `${999 - index}`.padStart(3, '0').concat('Z'))

export const handle =
  (repository: Pick<ActionRepository, 'registration'>): Handle<typeof addActions> =>
  ({ recipientId, body }, commit) => {
    const now = new Date()
    const registrations = body.actions.map((action, index) =>
      repository.registration(recipientId, action, registrationTime(now, index)),
    )
    const actions = registrations.map(({ action }) => action)
    const [action] = actions
    if (action === undefined) throw new Error('the schema lets no call without an action pass')
    return commit(
      registrations.map(({ write }) => write),
      { success: true, message: '', action, actions },
    )
  }

export const handler = httpHandler(
  addActions,
  handle(actionRepository(documentClient, tableName('actions'))),
  commitTo(documentClient),
)
