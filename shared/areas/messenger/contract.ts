import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { usualEndDelaySeconds } from '../../contract/usualEndDelaySeconds.ts'
import { arrayOf, Empty, Identifier, Label, SafeInteger, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { sizeInAnswer } from '../../mechanisms/page/fitting.ts'
import { pathNames } from '../../runtime/pathNames.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration, milliseconds } from '../../runtime/time/duration.ts'
import { deletionAgeMs, postingLimitMs, retentionSeconds, testAgeMs } from './announcementTimes.ts'
import { Buttons, buttonsSize } from './buttons.ts'

/** The most changes of one call: with the idempotency record they fit one transaction (100 items). */
export const changeLimit = 90

/** Bytes that a text may take in an answer, as `buttonsSize`. */
const textSize = 17_000

const Text = text(1, 4096).check(
  z.refine((value) => sizeInAnswer(value) <= textSize, {
    error: `Too big: expected at most ${textSize} bytes of JSON, as escaped in an answer`,
    ...violates('too_long'),
  }),
)

const types = ['ANNOUNCE_STREAM_AND_DELETE', 'ANNOUNCE_STREAM'] as const

export const AnnouncerType = z.enum(types)

/** A type in a request, also by the name that front ends of OpenDonationAssistant have for it. */
const RequestedType = z.pipe(
  z.enum([...types, 'announceAndDelete']),
  z.transform((type) => (type === 'announceAndDelete' ? 'ANNOUNCE_STREAM_AND_DELETE' : type)),
)

/** The type of an announcer in a request, which clients also call `type`. */
const typeFields = { announcerType: z.optional(RequestedType), type: z.optional(RequestedType) }
type TypeFields = z.output<z.ZodMiniObject<typeof typeFields>>

const agreeingTypes = <Request extends TypeFields>() =>
  z.refine<Request>(({ type, announcerType = type }) => type === undefined || type === announcerType, {
    path: ['type'],
    error: 'Contradiction: type is another name of announcerType',
  })

const withOneType = <Request extends TypeFields>({ type, announcerType = type, ...fields }: Request) => ({
  ...fields,
  announcerType,
})

const NewAnnouncer = z.pipe(
  z
    .object({
      text: Text,
      accountId: Label,
      chatId: SafeInteger,
      buttons: z._default(Buttons, []),
      trigger: z.optional(text(0, 64)),
      ...typeFields,
    })
    .check(agreeingTypes()),
  z.transform(withOneType),
)

/**
 * It has no account and no chat: consoles send those of the open card with every announcer of every card, and would
 * move the announcers of other bots.
 */
const ChangedAnnouncer = z.pipe(
  z
    .object({
      id: Identifier,
      text: z.optional(Text),
      buttons: z.optional(Buttons),
      trigger: z.optional(text(0, 64)),
      enabled: z.optional(z.boolean()),
      ...typeFields,
    })
    .check(agreeingTypes()),
  z.transform(withOneType),
)

/**
 * An announcer in a list (specification, "Announcer"): all members but its trigger, and the reasons why the service
 * disabled it or sends nothing.
 */
export const Announcer = z
  .object({
    id: z.string(),
    recipientId: z.string(),
    accountId: z.string(),
    chatId: SafeInteger,
    text: z.string(),
    buttons: z.array(z.object({ text: z.string(), url: z.string() })),
    enabled: z.boolean(),
    announcerType: AnnouncerType,
    disabledAt: z.optional(DateTimeAnswer),
    disabledReason: z.optional(z.string()),
    blockedReason: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'Announcer' })

/** The result of the last message of an announcer. */
const LastAnnouncement = z.object({
  /** The time at which the result was known. */
  at: DateTimeAnswer,
  trigger: z.string(),
  test: z.boolean(),
  outcome: z.enum(['posted', 'deleted', 'cancelled', 'refused', 'givenUp', 'dropped', 'unconfirmed']),
  reason: z.optional(z.string()),
})

export const AnnouncerDetails = z
  .object({ ...Announcer.shape, trigger: z.string(), lastAnnouncement: z.nullable(LastAnnouncement) })
  .register(z.globalRegistry, { id: 'AnnouncerDetails' })

interface Changes {
  readonly added: readonly unknown[]
  readonly updated: readonly { readonly id: string }[]
  readonly deleted: readonly string[]
}

const idPaths = ({ updated, deleted }: Changes): { id: string; path: PropertyKey[] }[] => [
  ...updated.map(({ id }, index) => ({ id, path: ['updated', index, 'id'] })),
  ...deleted.map((id, index) => ({ id, path: ['deleted', index] })),
]

/** Ids of any form, because an id that is nobody's is skipped; an id that occurs twice is one. */
const DeletedIds = z.array(text(0, 1024)).check(
  z.overwrite((ids) => [...new Set(ids)]),
  z.maxLength(changeLimit),
)

const AnnouncerChanges = z
  .object({
    added: z._default(arrayOf(NewAnnouncer, changeLimit), []),
    updated: z._default(arrayOf(ChangedAnnouncer, changeLimit), []),
    deleted: z._default(DeletedIds, []),
  })
  .check(
    z.refine(({ added, updated, deleted }) => added.length + updated.length + deleted.length <= changeLimit, {
      error: `Too many changes: one call may carry ${changeLimit}`,
      ...violates('too_many', { maximum: changeLimit }),
    }),
    z.check(({ value, issues }) => {
      const seen = new Set<string>()
      for (const { id, path } of idPaths(value)) {
        if (seen.has(id))
          issues.push({
            code: 'custom',
            message: 'Duplicate id: an announcer may be changed once in a call',
            path,
            input: value,
            ...violates('duplicate'),
          })
        seen.add(id)
      }
    }),
  )

const announcerExample = {
  text: 'We are live!',
  accountId: 'main',
  chatId: -1001234567890,
  buttons: [{ text: 'Watch', url: 'https://kick.com/alice' }],
}

export const updateAnnouncers = operation({
  id: 'updateAnnouncers',
  area: 'messenger',
  role: 'editor',
  method: 'POST',
  path: `/${pathNames.messenger}/commands/update-announcers`,
  summary: 'Add, update and delete announcers in one atomic change',
  description: `All changes, at most ${changeLimit}, are made or none; each id may occur once. A text may have ${textSize} bytes and the buttons of an announcer together ${buttonsSize}, as they are escaped in an answer. In \`updated\`, absent fields keep their value; account and chat stay those with which an announcer was added, so add and delete to move it. One id there that is unknown, or belongs to another recipient, fails the whole call with 404; \`errors\` names its place. Such an id in \`deleted\` is skipped.`,
  body: AnnouncerChanges,
  success: { body: Empty },
  problems: ['not_found', 'limit_reached', 'erasure_in_progress', 'rate_limited'],
  access: {
    announcers: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    quotas: ['UpdateItem'],
    rates: ['UpdateItem'],
    recipients: ['UpdateItem'],
  },
  examples: [{ name: 'add', body: { added: [announcerExample] }, answer: {} }],
})

export const addAnnouncer = operation({
  id: 'addAnnouncer',
  area: 'messenger',
  role: 'editor',
  method: 'POST',
  path: `/${pathNames.messenger}/commands/add-announcer`,
  summary: 'Add an announcer',
  description: [
    'The announcer starts enabled.',
    `Its message is deleted when the end of the stream is final (${duration(usualEndDelaySeconds)} after its report, unless the deployment says otherwise), and posted once more if the stream goes on after all, unless \`announcerType\` (or \`type\`, its other name) is \`ANNOUNCE_STREAM\`.`,
    '`trigger` defaults to `STREAM_STARTED`; the service fires that and `STREAM_ENDED` (also called `stream.online` and `streamStart`, and `stream.offline`), and a platform event of the same name fires any other. `PAYMENT_COMPLETED` fires once for each donation whose alert is shown, a held one after its approval; tests, imports and repeated alerts fire nothing, and a donation that was refunded, deleted or hidden before its message is posted is not announced.',
    `Its text may have \`{nickname}\` (\`Somebody\` without one), \`{amount}\` (\`12.34 EUR\`) and \`{message}\`, as the alert has them; the message is deleted after ${milliseconds(deletionAgeMs)} unless the type is \`ANNOUNCE_STREAM\`.`,
    '`accountId` names a bot account of the deployment, or with `chatId` the channel of a linked webhook.',
  ].join(' '),
  body: NewAnnouncer,
  success: { body: Empty },
  problems: ['limit_reached', 'erasure_in_progress'],
  access: { announcers: ['PutItem'], quotas: ['UpdateItem'], recipients: ['UpdateItem'] },
  examples: [{ name: 'live', body: { ...announcerExample, trigger: 'STREAM_STARTED' }, answer: {} }],
})

const storedExample = {
  ...announcerExample,
  id: '019b76da-a800-7000-8000-000000000010',
  recipientId: 'alice',
  enabled: true,
  announcerType: 'ANNOUNCE_STREAM_AND_DELETE',
  blockedReason: 'the chat is not linked',
} as const

export const listAnnouncers = operation({
  id: 'listAnnouncers',
  area: 'messenger',
  role: 'editor',
  method: 'GET',
  path: `/${pathNames.messenger}/announcers`,
  summary: "The caller's announcers, oldest first",
  description:
    'Messages are sent only to chats that the caller has linked; an announcer of any other chat has a `blockedReason`. An announcer whose chat is closed to the bot for good (the bot was removed or blocked, the chat deleted) is disabled when its message is refused, with `disabledReason` and `disabledAt` until it is enabled again. A refusal that a person can mend, such as a missing right, is shown in `blockedReason` until a message is posted again; it disables the announcer when it is at least the third in a row, a day or more after the first. In a deployment with open chats, a chat belongs to the recipient who announced there first, and announcers of others are disabled.',
  success: { body: z.array(Announcer) },
  problems: [],
  access: { announcers: ['Query'], 'chats.byRecipient': ['Query'] },
  examples: [
    {
      name: 'one',
      answer: [storedExample],
    },
  ],
})

export const getAnnouncer = operation({
  id: 'getAnnouncer',
  area: 'messenger',
  role: 'editor',
  method: 'GET',
  path: `/${pathNames.messenger}/announcers/{id}`,
  summary: 'An announcer, and the result of its last message',
  description: [
    `\`lastAnnouncement\` is the last message of ${duration(retentionSeconds)}, tests included.`,
    `Its \`outcome\` is \`posted\`, \`deleted\` after it was posted, \`cancelled\` (the stream was over, or the announcer disabled, before it could be posted), \`refused\` by the messenger or because of the chat (with \`reason\`), \`givenUp\` after ${milliseconds(postingLimitMs)} without the messenger, \`dropped\` because too many messages waited for the chat, or \`unconfirmed\`: the messenger’s answer was lost, so it is unknown whether it was posted.`,
  ].join(' '),
  params: { id: Identifier },
  success: { body: AnnouncerDetails },
  problems: ['not_found'],
  access: {
    announcers: ['GetItem'],
    announcements: ['GetItem'],
    'announcements.byAnnouncer': ['Query'],
    chats: ['GetItem'],
  },
  examples: [
    {
      name: 'a new one',
      params: { id: storedExample.id },
      answer: { ...storedExample, trigger: 'STREAM_STARTED', lastAnnouncement: null },
    },
  ],
})

export const testAnnouncement = operation({
  id: 'testAnnouncement',
  area: 'messenger',
  role: 'editor',
  method: 'POST',
  path: `/${pathNames.messenger}/commands/test-announcement`,
  summary: 'Post the message of an announcer as a test',
  description: [
    `The message is sent like an announcement, even for a disabled announcer, and is deleted after ${milliseconds(testAgeMs)}.`,
    'Its result is `lastAnnouncement` of the announcer.',
  ].join(' '),
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found', 'rate_limited'],
  access: { announcers: ['GetItem'], announcements: ['PutItem'], rates: ['UpdateItem'] },
  examples: [{ name: 'test', body: { id: storedExample.id }, answer: {} }],
})
