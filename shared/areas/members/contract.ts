import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { grantedRoles } from '../../contract/roles.ts'
import { Empty, Identifier, Label, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'

/** An invitation can be accepted for this time. */
export const invitationSeconds = 7 * 24 * 60 * 60

const GrantedRole = z.enum(grantedRoles)
/** The id of a recipient, in a body. */
const RecipientId = text(1, 255)
/** The secret of an invitation. Its format is not checked: a malformed one is not found, like any unknown one. */
const Secret = text(1, 128)

const Member = z
  .object({ memberId: z.string(), name: z.string(), role: GrantedRole, since: DateTimeAnswer })
  .register(z.globalRegistry, { id: 'Member' })

const Membership = z
  .object({ ownerId: z.string(), ownerName: z.string(), role: GrantedRole, since: DateTimeAnswer })
  .register(z.globalRegistry, { id: 'Membership' })

const Invitation = z
  .object({ invitationId: z.string(), role: GrantedRole, createdAt: DateTimeAnswer, expiresAt: DateTimeAnswer })
  .register(z.globalRegistry, { id: 'Invitation' })

const exampleSecret = 'LXdYEeO_3ot8ToBKq3Vt0mZcT5aWr9eKkoHdmnbp_rzFte7rdBQJ6g-hncK'
const memberExample = { memberId: 'bob', name: 'Bob', role: 'moderator', since: '2026-02-01T18:30:00.000Z' } as const
const membershipExample = {
  ownerId: 'alice',
  ownerName: 'Alice',
  role: 'moderator',
  since: '2026-02-01T18:30:00.000Z',
} as const
const invitationExample = {
  invitationId: 'jP2VlCqyAVvuOHnMGgVSBhXnVWpS7eCbCn9aV6o0B2k',
  role: 'editor',
  createdAt: '2026-02-01T18:30:00.000Z',
  expiresAt: '2026-02-08T18:30:00.000Z',
} as const

export const inviteMember = operation({
  id: 'inviteMember',
  area: 'members',
  role: 'owner',
  method: 'POST',
  path: '/members/commands/invite',
  summary: 'Invite somebody to act for the caller',
  description: [
    `Give \`url\` to one person: it leads to the panel, where whoever signs in can accept, once, within ${duration(invitationSeconds)}. \`ownerName\` and role are shown before.`,
    'A `moderator` sees alerts and history, approves, hides, skips and repeats alerts, and pauses and mutes the show. An `editor` may also change looks, levels, announcers, actions, goals, videos, playlists and news. Gateways, linked accounts, tokens, endpoints, one-time codes, exports, erasures and members stay the owner’s. `x-least-role` of each operation says who may call it.',
    'Members and open invitations take 20 places together. The answer holds a secret, so an `Idempotency-Key` is ignored.',
  ].join(' '),
  body: z.object({ role: GrantedRole, ownerName: Label }),
  success: { body: z.extend(Invitation, { invitation: z.string(), url: z.string() }) },
  problems: ['limit_reached', 'erasure_in_progress'],
  access: { invitations: ['PutItem', 'Query'], members: ['Query'], quotas: ['UpdateItem'] },
  publicUrl: true,
  idempotency: 'never',
  examples: [
    {
      name: 'an editor',
      body: { role: 'editor', ownerName: 'Alice' },
      answer: {
        ...invitationExample,
        invitation: exampleSecret,
        url: `https://api.example.com/panel#invitation=${exampleSecret}`,
      },
    },
  ],
})

export const readInvitation = operation({
  id: 'readInvitation',
  area: 'members',
  method: 'POST',
  path: '/members/commands/read-invitation',
  summary: 'What an invitation grants, before it is accepted',
  description:
    'For the page that an invitation leads to, before anybody has signed in. Where `selfSignUp` is false, nobody can sign up without help: whoever operates the deployment, or its issuer of access tokens, creates accounts. Unknown, accepted, withdrawn, expired and malformed invitations get the same answer.',
  auth: 'none',
  body: z.object({ invitation: Secret }),
  success: {
    body: z.object({ ownerName: z.string(), role: GrantedRole, expiresAt: DateTimeAnswer, selfSignUp: z.boolean() }),
  },
  problems: ['not_found'],
  access: { invitations: ['GetItem'] },
  signIn: true,
  examples: [
    {
      name: 'of an editor',
      body: { invitation: exampleSecret },
      answer: { ownerName: 'Alice', role: 'editor', expiresAt: invitationExample.expiresAt, selfSignUp: false },
    },
  ],
})

export const acceptInvitation = operation({
  id: 'acceptInvitation',
  area: 'members',
  role: 'owner',
  method: 'POST',
  path: '/members/commands/accept-invitation',
  summary: 'Accept an invitation',
  description:
    'From then on the caller acts for the owner by sending `X-Recipient` with `ownerId`. The owner sees `name`. Who is a member already gets the role of the invitation. An invitation works once, and not for its owner (403).',
  body: z.object({ invitation: Secret, name: Label }),
  success: { body: Membership },
  problems: ['not_found', 'limit_reached', 'erasure_in_progress'],
  access: { invitations: ['GetItem', 'DeleteItem'], members: ['PutItem', 'Query'], quotas: ['UpdateItem'] },
})

export const getMembers = operation({
  id: 'getMembers',
  area: 'members',
  role: 'owner',
  method: 'GET',
  path: '/members',
  summary: 'The members of the caller, its open invitations, and its memberships',
  description:
    '`members` may act for the caller, and `memberships` are those for whom the caller may act. An invitation is listed until it is accepted, withdrawn or expired; its link is shown only when it is made.',
  success: {
    body: z.object({
      members: z.array(Member),
      invitations: z.array(Invitation),
      memberships: z.array(Membership),
    }),
  },
  problems: [],
  access: { members: ['Query'], invitations: ['Query'] },
  examples: [
    {
      name: 'one of each',
      answer: { members: [memberExample], invitations: [invitationExample], memberships: [membershipExample] },
    },
  ],
})

export const changeMember = operation({
  id: 'changeMember',
  area: 'members',
  role: 'owner',
  method: 'POST',
  path: '/members/commands/change',
  summary: 'Give a member another role',
  description: 'It holds from the member’s next request on.',
  body: z.object({ memberId: RecipientId, role: GrantedRole }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { members: ['UpdateItem'] },
  examples: [{ name: 'an editor', body: { memberId: memberExample.memberId, role: 'editor' }, answer: {} }],
})

export const removeMember = operation({
  id: 'removeMember',
  area: 'members',
  role: 'owner',
  method: 'POST',
  path: '/members/commands/remove',
  summary: 'Remove a member, withdraw an invitation, or leave',
  description:
    'With `memberId` the caller removes one of its members, with `invitationId` it withdraws an open invitation, and with `owner`, an `ownerId`, it ends its own membership. It holds at once: the member’s next request is refused, and its pages are disconnected.',
  body: z
    .object({
      memberId: z.optional(RecipientId),
      invitationId: z.optional(Identifier),
      owner: z.optional(RecipientId),
    })
    .check(
      z.refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
        error: 'Invalid input: expected one of memberId, invitationId and owner',
        ...violates('contradictory'),
      }),
    ),
  success: { body: Empty },
  problems: ['not_found'],
  access: {
    members: ['DeleteItem'],
    invitations: ['DeleteItem'],
    overlays: ['Query', 'DeleteItem'],
    'socket:connections': ['PostToConnection', 'DeleteConnection'],
  },
  examples: [{ name: 'a member', body: { memberId: memberExample.memberId }, answer: {} }],
})
