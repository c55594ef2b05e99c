import { removeMember } from '../../shared/areas/members/contract.ts'
import { type InvitationStore, invitationStore } from '../../shared/areas/members/invitationStore.ts'
import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type Dismiss, dismissConnection } from '../../shared/areas/realtime/dismissConnection.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'

interface Ports {
  readonly members: Pick<MemberRepository, 'removal'>
  readonly invitations: Pick<InvitationStore, 'removal'>
  readonly overlays: Pick<OverlayRepository, 'sessions' | 'end'>
  readonly dismiss: Dismiss
}

/**
 * Exactly one of the three is given. The slots of members are released when all are taken. A member's pages end after
 * its membership, since when it makes no others; a repetition ends those that an interrupted request has left.
 */
export const handle = ({ members, invitations, overlays, dismiss }: Ports): Handle<typeof removeMember> => {
  const endPages = async (recipientId: string, memberId: string): Promise<void> => {
    const pages = (await overlays.sessions(recipientId)).filter((page) => page.memberId === memberId)
    for (const { overlayId, connectionId, connectedAt = 0 } of pages) {
      await overlays.end(recipientId, overlayId)
      if (connectionId !== undefined) await dismiss(recipientId, { connectionId, connectedAt }, 'revoked')
    }
  }

  return async ({ recipientId, body: { memberId = recipientId, invitationId, owner = recipientId } }, commit) => {
    if (invitationId !== undefined) return commit([invitations.removal(recipientId, invitationId)], {})
    try {
      return await commit(members.removal(owner, memberId, recipientId), {})
    } finally {
      await endPages(owner, memberId)
    }
  }
}

export const handler = httpHandler(
  removeMember,
  handle({
    members: memberRepository(documentClient),
    invitations: invitationStore(documentClient),
    overlays: overlayRepository(documentClient),
    dismiss: dismissConnection(socketSender(connectionsClient)),
  }),
  commitTo(documentClient),
)
