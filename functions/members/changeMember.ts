import { changeMember } from '../../shared/areas/members/contract.ts'
import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'

export const handle =
  (members: Pick<MemberRepository, 'change'>): Handle<typeof changeMember> =>
  ({ recipientId, body: { memberId, role } }, commit) =>
    commit(members.change(recipientId, memberId, role), {})

export const handler = httpHandler(changeMember, handle(memberRepository(documentClient)), commitTo(documentClient))
