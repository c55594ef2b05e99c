import { retryUntilStored } from '../../mechanisms/store/retryUntilStored.ts'
import type { WakeUpQueue } from '../../mechanisms/wakeUps/wakeUpQueue.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { log } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { streamEndedTrigger, streamStartedTrigger } from '../platforms/triggers.ts'
import {
  type Announcement,
  afterOvertaken,
  banned,
  claimed,
  type Ending,
  finished,
  posted,
  postponed,
} from './announcement.ts'
import type { AnnouncementRepository } from './announcementRepository.ts'
import type { AnnouncerRepository, StoredAnnouncer } from './announcerRepository.ts'
import { postedButton } from './buttons.ts'
import type { Chat, ChatRepository } from './chatRepository.ts'
import type { ChatRights } from './chatRights.ts'
import type { TextOf } from './donationText.ts'
import type { BotFailure, ChatMessage, MessengerBot } from './messengerBot.ts'
import type { PostingBots } from './postingBots.ts'
import { botLimit, chatLimit, earlyMs, type RateLimiter } from './rateLimits.ts'

/** A call to a messenger and storing its result take at most this time, so no call begins with less time left. */
const callReserveMs = 8000
/** The next attempt comes after this time: with an unavailable messenger, or with an invalid or missing token. */
const unavailableDelayMs = 30_000
const misconfiguredDelayMs = 5 * 60_000

/** Their messages go before all others that wait for a chat, and keep their order among each other. */
const firstTriggers: readonly string[] = [streamStartedTrigger, streamEndedTrigger]

const fullQueue = 'too many messages wait for this chat'

/** Whether a stream is known to be over, or followed by another one. */
export type IsOver = (recipientId: string, channel: string, sessionId: string) => Promise<boolean>

export interface StepPorts {
  readonly worker: string
  readonly announcements: Pick<AnnouncementRepository, 'replace' | 'change'>
  readonly announcers: Pick<AnnouncerRepository, 'find' | 'follow' | 'disable' | 'block' | 'unblock'>
  readonly chats: Pick<ChatRepository, 'claim' | 'release'>
  readonly rights: ChatRights
  readonly textOf: TextOf
  readonly isOver: IsOver
  readonly bots: PostingBots
  readonly limiter: RateLimiter
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
}

/** A call to a messenger: the claimed announcement, the bot and the chat. */
interface Call {
  readonly announcement: Announcement
  readonly bot: MessengerBot
  readonly chat: Chat
}

interface PostCall extends Call {
  readonly announcer: StoredAnnouncer
}

/**
 * Executes one step of an announcement: posts its message, or deletes it. Messengers have no idempotency keys, so a
 * post is claimed before it is sent, and its result is stored afterwards: a message is never posted twice. If the
 * answer is lost in between, it is unknown whether the message was posted, and it is not posted again: its ending is
 * `unconfirmed`, and the log has an ERROR.
 */
export const announcementStep = (ports: StepPorts) => {
  const {
    worker,
    announcements,
    announcers,
    chats,
    rights,
    textOf,
    isOver,
    bots,
    limiter,
    wakeUps,
    clock = systemClock,
  } = ports

  const report = (level: 'INFO' | 'WARN' | 'ERROR', { recipientId }: Announcement, code: string): void =>
    log(level, 'announcement', { worker, recipientId, code })

  /** Stores a change, unless another invocation has changed the announcement meanwhile. */
  const settle = async (seen: Announcement, next: Announcement): Promise<boolean> =>
    announcements.replace(seen.recipientId, seen, next)

  const finish = async (seen: Announcement, ending: Ending, reason?: string): Promise<void> => {
    await announcements.change(seen.recipientId, seen, (current) =>
      // A repeated record of the post does not end the deletion that follows it.
      current.state === 'done' || current.task !== seen.task
        ? undefined
        : (afterOvertaken(current, ending === 'deleted', clock()) ?? finished(current, ending, clock(), reason)),
    )
    report(
      ending === 'unconfirmed' ? 'ERROR' : ending === 'refused' || ending === 'dropped' ? 'WARN' : 'INFO',
      seen,
      `announcement_${ending}`,
    )
  }

  const putOff = async (seen: Announcement, next: (current: Announcement) => Announcement): Promise<void> => {
    let stored = seen
    await announcements.change(seen.recipientId, seen, (current) => {
      if (current.state === 'done') return undefined
      stored = afterOvertaken(current, false, clock()) ?? next(current)
      return stored
    })
    if (stored.dueAt !== undefined) await wakeUps.send('announcements', seen, Date.parse(stored.dueAt))
  }

  const postpone = (seen: Announcement, until: number): Promise<void> =>
    putOff(seen, (current) => postponed(current, until, clock()))

  const ban = (seen: Announcement): Promise<void> => putOff(seen, (current) => banned(current, clock()))

  /** Disables the announcer, which keeps the reason. */
  const refuse = async (seen: Announcement, chat: Chat, reason: string): Promise<void> => {
    await announcers.disable(seen.recipientId, seen.announcerId, chat, reason)
    await finish(seen, 'refused', reason)
  }

  /** Refuses an announcement whose chat does not belong to the recipient. */
  const refuseChat = (seen: Announcement, chat: Chat): Promise<void> =>
    rights.disables ? refuse(seen, chat, rights.reason) : finish(seen, 'refused', rights.reason)

  /** Follows a group to its new chat id. Resolves to whether that chat belongs to the recipient now. */
  const follow = async ({ recipientId, announcerId }: Announcement, from: Chat, to: Chat): Promise<boolean> => {
    if (!(await chats.claim(recipientId, to))) return false
    await announcers.follow(recipientId, announcerId, from, to.chatId)
    return true
  }

  /** Stores a messenger's failure. A message that cannot be deleted stays in the chat. */
  const settleFailure = async ({ announcement, chat }: Call, failure: BotFailure): Promise<void> => {
    const { recipientId, task } = announcement
    const isPost = task === 'post'
    switch (failure.kind) {
      case 'busy':
        return failure.retryAfter === undefined
          ? ban(announcement)
          : postpone(announcement, clock() + failure.retryAfter * 1000)
      case 'unavailable':
        return postpone(announcement, clock() + unavailableDelayMs)
      case 'unauthorized':
        report('ERROR', announcement, 'bot_token_rejected')
        return postpone(announcement, clock() + misconfiguredDelayMs)
      case 'unknown':
        // Deleting may be repeated, posting may not.
        return isPost ? finish(announcement, 'unconfirmed') : postpone(announcement, clock() + unavailableDelayMs)
      case 'moved':
        return finish(announcement, isPost ? 'refused' : 'posted', 'the group has moved twice')
      case 'unreachable':
        if (!isPost) return finish(announcement, 'posted', failure.reason)
        // A chat that is closed to its recipient's bot is released.
        await chats.release(recipientId, chat)
        return refuse(announcement, chat, failure.reason)
      case 'blocked':
      case 'refused':
        return finish(announcement, isPost ? 'refused' : 'posted', failure.reason)
    }
  }

  /** A refusal that a person can mend is shown with the announcer, which goes on trying for a day at least. */
  const block = async ({ announcement, chat, announcer }: PostCall, reason: string): Promise<void> => {
    if (await announcers.block(announcement.recipientId, announcer, chat, reason))
      return finish(announcement, 'refused', reason)
    return refuse(announcement, chat, reason)
  }

  const post = async (call: PostCall, message: ChatMessage, mayFollow = true): Promise<void> => {
    const { announcement, bot, chat, announcer } = call
    const outcome = await bot.post(chat.chatId, message)
    if (outcome.kind === 'moved' && mayFollow) {
      const moved = { ...chat, chatId: outcome.chatId }
      if (!(await follow(announcement, chat, moved)))
        return refuse(announcement, chat, 'the group has moved to a chat of another recipient')
      return post({ ...call, chat: moved }, message, false)
    }
    if (outcome.kind === 'blocked') return block(call, outcome.reason)
    if (outcome.kind !== 'posted') return settleFailure(call, outcome)
    const { messenger } = bot
    const sent = { messenger, messageId: outcome.messageId, ...chat }
    // The message's id is known only here, so storing it is retried until the invocation ends.
    await retryUntilStored(() =>
      announcements.change(announcement.recipientId, announcement, (current) => posted(current, sent, clock())),
    )
    report('INFO', announcement, 'announcement_posted')
    if (announcer.blockedReason !== undefined) await announcers.unblock(announcement.recipientId, announcer.id)
  }

  const remove = async (call: Call, mayFollow = true): Promise<void> => {
    const { announcement, bot, chat } = call
    const outcome = await bot.delete(chat.chatId, announcement.messageId ?? '')
    if (outcome.kind === 'moved' && mayFollow)
      return remove({ ...call, chat: { ...chat, chatId: outcome.chatId } }, false)
    return outcome.kind === 'deleted' ? finish(announcement, 'deleted') : settleFailure(call, outcome)
  }

  /** Leaves an announcement until its turn, with all turns that it has, unless another worker has changed it. */
  const wait = async (seen: Announcement, until: number, turns: Announcement['turns']): Promise<undefined> => {
    if (await settle(seen, postponed(seen, until, clock(), turns))) await wakeUps.send('announcements', seen, until)
    return undefined
  }

  /**
   * Claims an announcement whose turn has come; undefined when another worker has it, its turn comes later, or its
   * chat's queue is full.
   */
  const claimInTurn = async (seen: Announcement, bot: MessengerBot, chat: Chat): Promise<Call | undefined> => {
    const { task, trigger, test } = seen
    const bots = botLimit(bot.messenger, chat.accountId)
    const isFirst = firstTriggers.includes(trigger) && !test
    // A chat's limit applies only to posts. Its turn comes first, so that a message that waits for a chat takes no turn
    // of the bot.
    const ofChat = task === 'post' ? chatLimit(bots, bot.messenger, chat.chatId, isFirst) : undefined
    let turns = seen.turns ?? {}
    for (const limit of ofChat === undefined ? [bots] : [ofChat, bots]) {
      const kept = turns[limit.name]
      if (kept !== undefined && !(limit.order === 'behind' && (await limiter.isOvertaken(limit, kept)))) continue
      const now = clock()
      const { at, isReserved } = await limiter.reserve(limit, now)
      if (!isReserved && limit === ofChat) return void (await finish(seen, 'dropped', fullQueue))
      if (!isReserved) return wait(seen, at - limit.horizonMs, turns)
      turns = { ...turns, [limit.name]: at }
      if (at > now + (limit === bots ? earlyMs : 0)) return wait(seen, at, turns)
    }
    if (remainingMs() < callReserveMs) return wait(seen, clock(), turns)
    const announcement = claimed(seen, clock())
    return (await settle(seen, announcement)) ? { announcement, bot, chat } : undefined
  }

  const misconfigured = async (seen: Announcement): Promise<void> => {
    report('ERROR', seen, 'bot_not_configured')
    const now = clock()
    await settle(seen, postponed(seen, now + misconfiguredDelayMs, now))
  }

  const workOnPost = async (seen: Announcement): Promise<void> => {
    const { recipientId, announcerId, trigger, channel, sessionId, streamEnded, isDeletable, test } = seen
    // Its worker died between the claim and storing the result.
    if (seen.isPosting) return finish(seen, 'unconfirmed')
    const [announcer, over] = await Promise.all([
      announcers.find(recipientId, announcerId),
      trigger === streamStartedTrigger && !test && isOver(recipientId, channel, sessionId),
    ])
    const isLate = over || (streamEnded && isDeletable)
    if (announcer === undefined || !(announcer.enabled || test)) return finish(seen, 'cancelled')
    // If its stream comes back, it is posted after all.
    if (isLate) return finish({ ...seen, streamEnded: true }, 'cancelled')
    if (seen.giveUpAt < clock()) return finish(seen, 'givenUp')
    // The announcer may have got another chat since its trigger fired.
    const { accountId, chatId } = announcer
    const chat = { accountId, chatId }
    const bot = await bots(recipientId, chat)
    if (bot === undefined) return misconfigured(seen)
    const text = await textOf(seen, announcer.text, bot.escaped)
    if (text === undefined) return finish(seen, 'cancelled')
    if (!(await rights.mayPost(recipientId, chat))) return refuseChat(seen, chat)
    const call = await claimInTurn(seen, bot, chat)
    if (call !== undefined) await post({ ...call, announcer }, { text, buttons: announcer.buttons.map(postedButton) })
  }

  const workOnDelete = async (seen: Announcement): Promise<void> => {
    if (seen.giveUpAt < clock()) return finish(seen, 'posted')
    const { recipientId, accountId, chatId } = seen
    const chat = { accountId, chatId }
    const bot = await bots(recipientId, chat)
    if (bot === undefined) return misconfigured(seen)
    const call = await claimInTurn(seen, bot, chat)
    if (call !== undefined) await remove(call)
  }

  return (seen: Announcement): Promise<void> => (seen.task === 'post' ? workOnPost(seen) : workOnDelete(seen))
}

export type AnnouncementStep = ReturnType<typeof announcementStep>
