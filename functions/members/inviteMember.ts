import { invitationSeconds, inviteMember } from '../../shared/areas/members/contract.ts'
import {
  type InvitationStore,
  invitationFromItem,
  invitationStore,
} from '../../shared/areas/members/invitationStore.ts'
import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { newOwnedSecret, newSecretKey } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { publicUrl } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

/** An invitation takes the place that its member keeps. */
export const handle =
  (
    invitations: Pick<InvitationStore, 'creation' | 'list'>,
    members: Pick<MemberRepository, 'list'>,
    slots: SlotRepository,
    url: string,
    clock = systemClock,
  ): Handle<typeof inviteMember> =>
  ({ recipientId, body: { role, ownerName } }, commit) => {
    const now = new Date(clock())
    const secret = newOwnedSecret(recipientId)
    const invitation = {
      ...newSecretKey(recipientId, secret),
      recipientId,
      role,
      ownerName,
      createdAt: now.toISOString(),
      expiresAt: epochSeconds(now) + invitationSeconds,
    }
    const living = async () => {
      const [known, open] = await Promise.all([
        members.list(recipientId),
        invitations.list(recipientId, epochSeconds(now)),
      ])
      return [...known.members.map(({ place }) => place), ...open.map(({ secretHash }) => secretHash)]
    }
    const answer = {
      ...invitationFromItem(invitation),
      invitation: secret,
      url: `${url}/panel#invitation=${secret}`,
    }
    return withSlot(slots, { recipientId, collection: 'members', id: invitation.secretHash, living }, (slot) =>
      commit([invitations.creation(invitation), slot], answer),
    )
  }

export const handler = httpHandler(
  inviteMember,
  handle(invitationStore(documentClient), memberRepository(documentClient), slotRepository(), publicUrl()),
  commitTo(documentClient),
)
