import { readInvitation } from '../../shared/areas/members/contract.ts'
import {
  type InvitationStore,
  invitationFromItem,
  invitationStore,
} from '../../shared/areas/members/invitationStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { isSignUpOpen } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (
    invitations: Pick<InvitationStore, 'find'>,
    selfSignUp: boolean,
    clock = systemClock,
  ): Handle<typeof readInvitation> =>
  async ({ body: { invitation } }) => {
    const found = await invitations.find(invitation, epochSeconds(clock()))
    const { role, expiresAt } = invitationFromItem(found)
    return { ownerName: found.ownerName, role, expiresAt, selfSignUp }
  }

export const handler = httpHandler(readInvitation, handle(invitationStore(documentClient), isSignUpOpen()))
