import { randomBytes } from 'node:crypto'
import { expectThat } from '../../local/demo/expectations.ts'
import type { Call, CallOptions } from '../../local/demo/story.ts'
import type { Ledger } from './donors.ts'

/** What a member does for an owner, from one version to the next. */
export interface KeptMember extends Ledger {
  /** The second user, for whom the first one acts, once a version has members. */
  ownerId: string | undefined
  /** The donor on whose alert the member has decided. */
  decidedDonor?: string
}

const name = 'Helper'

/** The owner invites the first user, who accepts. */
export const addMember = async (call: Call, owner: CallOptions): Promise<string> => {
  const { invitation } = await call('inviteMember', { ...owner, body: { role: 'editor', ownerName: 'Streamer' } })
  const { ownerId } = await call('acceptInvitation', { body: { invitation, name } })
  return ownerId
}

const memberOf = ({ ownerId = '' }: KeptMember): CallOptions => ({ headers: { 'x-recipient': ownerId } })

/** Whoever was a member before still acts for the owner, whose overlay shows what comes of it. */
export const expectMember = async (call: Call, owner: CallOptions, kept: KeptMember): Promise<void> => {
  kept.ownerId ??= await addMember(call, owner)
  const nickname = `by a member ${randomBytes(4).toString('hex')}`
  await call('testAlert', { ...memberOf(kept), body: { nickname } })
  kept.unseen.add(nickname)
}

/** What the member has decided before is named after it. The first time it deletes and restores a donation. */
export const expectDecision = async (call: Call, owner: CallOptions, kept: KeptMember): Promise<void> => {
  const [donor = ''] = kept.sent
  const nickname = kept.decidedDonor ?? donor
  // A filtered list reads as far as a request may, and the donor is one of the first.
  const query = { nickname, sort: 'createdAt,asc' }
  const find = async () => (await call('listAlerts', { ...owner, query })).content[0]
  if (kept.decidedDonor === undefined) {
    const { historyItemId } = await find()
    for (const command of ['deleteHistoryItem', 'restoreHistoryItem'])
      await call(command, { ...memberOf(kept), body: { historyItemId } })
    kept.decidedDonor = nickname
  }
  const { decidedBy } = await find()
  expectThat(decidedBy?.name === name, `the decision on ${nickname} is named: ${JSON.stringify(decidedBy)}`)
}
