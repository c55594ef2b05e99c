import type { Handle } from '../../contract/handle.ts'
import type { Operation } from '../../contract/operation.ts'
import type { GrantedRole } from '../../contract/roles.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { documentClient } from '../aws/documentClient.ts'
import { actingCaller } from './actingCaller.ts'
import { httpHandler } from './httpHandler.ts'
import type { Commits } from './idempotency.ts'
import { memberLookup } from './memberLookup.ts'

/** The Lambda handler of an operation that members may call for a recipient; otherwise as `httpHandler`. */
export const memberHandler = <O extends Operation & { readonly role: GrantedRole }>(
  operation: O,
  handle: Handle<O>,
  commits?: Commits,
) => httpHandler(operation, handle, commits, systemClock, actingCaller(memberLookup(documentClient)))
