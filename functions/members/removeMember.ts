import { removeMember } from '../../shared/areas/members/contract.ts'
import { type InvitationStore, invitationStore } from '../../shared/areas/members/invitationStore.ts'
import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'

/** Exactly one of the three is given. The places of members are released when all are taken. */
export const handle =
  (
    members: Pick<MemberRepository, 'removal'>,
    invitations: Pick<InvitationStore, 'removal'>,
  ): Handle<typeof removeMember> =>
  ({ recipientId, body: { memberId, invitationId, owner = recipientId } }, commit) =>
    commit(
      invitationId === undefined
        ? members.removal(owner, memberId ?? recipientId)
        : [invitations.removal(recipientId, invitationId)],
      {},
    )

export const handler = httpHandler(
  removeMember,
  handle(memberRepository(documentClient), invitationStore(documentClient)),
  commitTo(documentClient),
)
