import { acceptInvitation } from '../../shared/areas/members/contract.ts'
import { type InvitationStore, invitationStore } from '../../shared/areas/members/invitationStore.ts'
import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import { membershipFromItem } from '../../shared/areas/members/membership.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { actorIdFromItem } from '../../shared/mechanisms/http/actorIdFromItem.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

/**
 * The owner's slot is the invitation's. An erasure of the owner has withdrawn the invitation, and one of the member
 * has marked its memberships, so neither leaves a membership behind.
 */
export const handle =
  (
    invitations: Pick<InvitationStore, 'find' | 'removal'>,
    members: Pick<MemberRepository, 'creation' | 'list'>,
    slots: SlotRepository,
    clock = systemClock,
  ): Handle<typeof acceptInvitation> =>
  async ({ recipientId: memberId, body: { invitation, name } }, commit) => {
    const now = new Date(clock())
    const { recipientId: ownerId, secretHash, role, ownerName } = await invitations.find(invitation, epochSeconds(now))
    if (ownerId === memberId) throw new Problem('forbidden', 'The owner of an invitation cannot accept it.')
    const known = (await members.list(memberId)).memberships.find((each) => each.ownerId === ownerId)
    const actorId = known && { actorId: actorIdFromItem(known) }
    const membership = { memberId, role, name, ownerName, since: now.toISOString(), place: secretHash, ...actorId }
    const living = async () => (await members.list(memberId)).memberships.map((each) => each.ownerId)
    return withSlot(slots, { recipientId: memberId, collection: 'memberships', id: ownerId, living }, (slot) =>
      commit(
        [invitations.removal(ownerId, secretHash), ...members.creation(ownerId, membership), slot],
        membershipFromItem({ ...membership, ownerId }),
      ),
    )
  }

export const handler = httpHandler(
  acceptInvitation,
  handle(invitationStore(documentClient), memberRepository(documentClient), slotRepository()),
  commitTo(documentClient),
)
