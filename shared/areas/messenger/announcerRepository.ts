import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { unknownId } from '../../contract/problem.ts'
import { longestId } from '../../contract/values.ts'
import type { Item, Write } from '../../contract/write.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll, queryPage } from '../../mechanisms/store/query.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { type Condition, check, put, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { newId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { canonicalTrigger, defaultTrigger, paymentCompletedTrigger, spellingsOf } from '../platforms/triggers.ts'
import type { PageStart } from './announcementRepository.ts'
import type { Chat } from './chatRepository.ts'
import type { Announcer, addAnnouncer, updateAnnouncers } from './contract.ts'

export type NewAnnouncer = z.output<(typeof addAnnouncer)['body']>
export type AnnouncerChanges = z.output<(typeof updateAnnouncers)['body']>
export type AnnouncerChange = AnnouncerChanges['updated'][number]

export const notFound = (pointer: string) => () => unknownId('announcer', pointer.slice(1))

export const announcerFromItem = (item: Item): z.input<typeof Announcer> => {
  const { id, recipientId, accountId, chatId, text, buttons, enabled, announcerType, ...reasons } = item as z.input<
    typeof Announcer
  >
  const { disabledAt, disabledReason, blockedReason } = reasons
  // DynamoDB does not keep the order of a map's members, and two reads of the same announcer have to give the same
  // text.
  const orderedButtons = buttons.map((button) => ({ text: button.text, url: button.url }))
  return {
    id,
    recipientId,
    accountId,
    chatId,
    text,
    buttons: orderedButtons,
    enabled,
    announcerType,
    ...(disabledAt !== undefined && { disabledAt }),
    ...(disabledReason !== undefined && { disabledReason }),
    ...(blockedReason !== undefined && { blockedReason }),
  }
}

/** The service disables one whose chat is closed to its bot, and stores the reason until it is enabled again. */
export interface StoredAnnouncer extends z.output<typeof Announcer> {
  readonly trigger: string
  /** Refusals in a row that a person can mend, the last one's reason, and the time of the first one (ISO 8601). */
  readonly refusals?: number
  readonly refusedSince?: string
}

/** The reason that is shown when a messenger tells it before a message is refused. */
const lostRights = 'the bot may no longer write in the chat'

/** Attributes of refusals, which go when the announcer is enabled, disabled, or posts again. */
const refusalAttributes = ['blockedReason', 'refusedSince', 'refusals']
/** So many refusals disable an announcer, if the first one is that long ago: once every bot was refused for hours. */
const mostRefusals = 3
const refusalsMs = 24 * 60 * 60_000

/** The members of an announcer that an announcement is made from. */
export type FiredAnnouncer = Pick<StoredAnnouncer, 'id' | 'accountId' | 'chatId' | 'announcerType'>

/** The write that flags a recipient whose announcers wait for donations, none where no trigger is that of donations. */
export const donationFlag = (
  recipients: string,
  recipientId: string,
  announcers: readonly { readonly trigger?: string | undefined }[],
): readonly Write[] =>
  announcers.some(({ trigger }) => trigger === paymentCompletedTrigger)
    ? [update(recipients, { recipientId }, { set: { announcesPayments: true }, repeatable: true })]
    : []

const exists: Condition = { if: 'attribute_exists(id)' }

/** Holds unless the announcer has got another chat meanwhile. */
const hasChat = ({ accountId, chatId }: Chat): Condition => ({
  if: '#accountId = :accountId AND #chatId = :chatId',
  values: { accountId, chatId },
})

/** Announcers, one item each, by recipient and id; ids sort by age. */
export const announcerRepository = (
  client: DynamoDBDocumentClient,
  table = tableName('announcers'),
  clock = systemClock,
) => ({
  /** The write that adds an announcer, which is enabled. */
  creation: (
    recipientId: string,
    { text, accountId, chatId, buttons, trigger, announcerType = 'ANNOUNCE_STREAM_AND_DELETE' }: NewAnnouncer,
  ): Write => {
    const announcer = {
      recipientId,
      id: newId(),
      text,
      accountId,
      chatId,
      buttons,
      trigger: canonicalTrigger(trigger || defaultTrigger),
      enabled: true,
      announcerType,
    } satisfies Item & z.input<typeof Announcer>
    return put(table, announcer, { repeatable: true })
  },

  /** The write that changes the given fields, which may be none. `pointer` is the place of the id, for a refusal. */
  change: (recipientId: string, { id, trigger, ...fields }: AnnouncerChange, pointer: string): Write => {
    const [key, refusal] = [{ recipientId, id }, notFound(pointer)]
    const set = { ...fields, ...(trigger && { trigger: canonicalTrigger(trigger) }) }
    if (Object.values(set).every((value) => value === undefined)) return check(table, key, exists, refusal)
    // Enabling an announcer removes the reason for which it was disabled.
    const removed = fields.enabled ? ['disabledAt', 'disabledReason', ...refusalAttributes] : []
    return update(table, key, { set, remove: removed, when: exists, repeatable: true, refusal })
  },

  /** The write that deletes an announcer which has been read. Raises `Conflict` if it is gone. */
  removal: (recipientId: string, id: string): Write =>
    remove(table, { recipientId, id }, { when: exists, refusal: conflicting }),

  /** Those of the ids, at most 100, that are ids of the recipient's announcers. */
  known: async (recipientId: string, ids: readonly string[]): Promise<readonly string[]> => {
    // DynamoDB refuses an empty key; no id of an announcer is longer than others.
    const Keys = ids.filter((id) => id !== '' && id.length <= longestId).map((id) => ({ recipientId, id }))
    if (Keys.length === 0) return []
    const found = await batchGet(client, { [table]: { Keys, ProjectionExpression: 'id', ConsistentRead: true } })
    return (found[table] ?? []).map(({ id }) => String(id))
  },

  /** All announcers of a recipient, oldest first. */
  list: async (recipientId: string): Promise<z.input<typeof Announcer>[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ConsistentRead: true,
    })
    return items.map(announcerFromItem)
  },

  find: async (recipientId: string, id: string): Promise<StoredAnnouncer | undefined> => {
    const item = (await getItem(client, { TableName: table, Key: { recipientId, id } })) as StoredAnnouncer | undefined
    return item && { ...item, trigger: canonicalTrigger(item.trigger) }
  },

  /** A page of the enabled announcers that a trigger fires, and the id after which the next page starts. */
  page: async (recipientId: string, trigger: string, { after, limit }: PageStart) => {
    const spellings = Object.fromEntries(spellingsOf(trigger).map((spelling, index) => [`:trigger${index}`, spelling]))
    const { items, last } = await queryPage(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      FilterExpression: `enabled = :true AND #trigger IN (${Object.keys(spellings).join(', ')})`,
      ProjectionExpression: 'id, accountId, chatId, announcerType',
      ExpressionAttributeNames: { '#trigger': 'trigger' },
      ExpressionAttributeValues: { ':recipientId': recipientId, ':true': true, ...spellings },
      ...(after !== undefined && { ExclusiveStartKey: { recipientId, id: after } }),
      Limit: limit,
      ConsistentRead: true,
    })
    return { items: items as unknown as readonly FiredAnnouncer[], next: last && String(last['id']) }
  },

  hasEnabled: async (recipientId: string): Promise<boolean> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      FilterExpression: 'enabled = :true',
      ExpressionAttributeValues: { ':recipientId': recipientId, ':true': true },
      ProjectionExpression: 'id',
    })
    return items.length > 0
  },

  /** Follows a group to its new chat id, unless the announcer has got another chat meanwhile. */
  follow: async (recipientId: string, id: string, from: Chat, to: number): Promise<void> => {
    const { accountId, chatId } = from
    const isThereOrMoved = {
      if: '#accountId = :account AND #chatId IN (:from, :chatId)',
      values: { account: accountId, from: chatId },
    }
    const follow = { set: { chatId: to }, when: isThereOrMoved, repeatable: true }
    await applyWrites(client, [update(table, { recipientId, id }, follow)])
  },

  /** Disables an announcer whose chat is closed to its bot, unless it has got another chat meanwhile. */
  disable: async (recipientId: string, id: string, chat: Chat, reason: string): Promise<void> => {
    const set = { enabled: false, disabledReason: reason, disabledAt: new Date(clock()).toISOString() }
    const options = { set, remove: refusalAttributes, when: hasChat(chat), repeatable: true }
    await applyWrites(client, [update(table, { recipientId, id }, options)])
  },

  /** Notes a refusal that a person can mend; false if it is the one that disables the announcer. */
  block: async (recipientId: string, announcer: StoredAnnouncer, chat: Chat, reason: string): Promise<boolean> => {
    const { id, refusals = 0, refusedSince = new Date(clock()).toISOString() } = announcer
    if (refusals + 1 >= mostRefusals && clock() - Date.parse(refusedSince) >= refusalsMs) return false
    const set = { blockedReason: reason, refusedSince, refusals: refusals + 1 }
    await applyWrites(client, [update(table, { recipientId, id }, { set, when: hasChat(chat), repeatable: true })])
    return true
  },

  /** Shows with a chat's announcers, before one of them is refused, that the bot may not post there; or that it may. */
  showRights: async (recipientId: string, chat: Chat, mayPost: boolean): Promise<void> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      FilterExpression: 'enabled = :true AND accountId = :accountId AND chatId = :chatId',
      ProjectionExpression: 'id',
      ExpressionAttributeValues: {
        ':recipientId': recipientId,
        ':true': true,
        ':accountId': chat.accountId,
        ':chatId': chat.chatId,
      },
      ConsistentRead: true,
    })
    const shown = mayPost ? { remove: refusalAttributes } : { set: { blockedReason: lostRights } }
    for (const { id } of items)
      await applyWrites(client, [
        update(table, { recipientId, id }, { ...shown, when: hasChat(chat), repeatable: true }),
      ])
  },

  /** Forgets the refusals of an announcer that posts again. */
  unblock: async (recipientId: string, id: string): Promise<void> => {
    await applyWrites(client, [
      update(table, { recipientId, id }, { remove: refusalAttributes, when: exists, repeatable: true }),
    ])
  },
})

export type AnnouncerRepository = ReturnType<typeof announcerRepository>
