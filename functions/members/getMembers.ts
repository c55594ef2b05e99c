import { getMembers } from '../../shared/areas/members/contract.ts'
import {
  type InvitationStore,
  invitationFromItem,
  invitationStore,
} from '../../shared/areas/members/invitationStore.ts'
import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import { memberFromItem, membershipFromItem } from '../../shared/areas/members/membership.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (
    repository: Pick<MemberRepository, 'list'>,
    invitations: Pick<InvitationStore, 'list'>,
    clock = systemClock,
  ): Handle<typeof getMembers> =>
  async ({ recipientId }) => {
    const [{ members, memberships }, open] = await Promise.all([
      repository.list(recipientId),
      invitations.list(recipientId, epochSeconds(clock())),
    ])
    return {
      members: members.map(memberFromItem),
      invitations: open.map(invitationFromItem),
      memberships: memberships.map(membershipFromItem),
    }
  }

export const handler = httpHandler(
  getMembers,
  handle(memberRepository(documentClient), invitationStore(documentClient)),
)
