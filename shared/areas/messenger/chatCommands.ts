import type { Write } from '../../contract/write.ts'
import { newOwnedSecret, newSecretKey, secretKeyOf } from '../../mechanisms/secrets/ownedSecret.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import type { LinkRepository } from '../recipients/tokenRepository.ts'
import type { AnnouncerRepository } from './announcerRepository.ts'
import type { ChatCode, ChatCodeStore } from './chatCodeStore.ts'
import type { ChatMessenger, ChatUpdate } from './chatMessenger.ts'
import type { ChatLinkStore, OwnedChat } from './chatRepository.ts'
import { chatTexts, streamerFrom } from './chatTexts.ts'
import { chatCodeSeconds } from './chatTimes.ts'

export interface ChatCommandPorts {
  readonly codes: Pick<ChatCodeStore, 'find' | 'creation' | 'removal'>
  readonly links: ChatLinkStore
  readonly accounts: Pick<LinkRepository, 'names'>
  readonly announcers: Pick<AnnouncerRepository, 'showRights'>
  /** Whether chats of a bot with a single user may be linked. */
  readonly privateChats: boolean
  readonly clock?: Clock
}

export interface Reading {
  readonly bot: ChatMessenger
  readonly accountId: string
  /** Applies writes together; false when they have become void. */
  readonly apply: (writes: readonly Write[]) => Promise<boolean>
  /** Notes an update of somebody who is no administrator. */
  readonly refuse: (recipientId: string) => void
}

type Said<Kind extends ChatUpdate['kind']> = Extract<ChatUpdate, { kind: Kind }>

/**
 * Commands that a bot reads in chats, and presses of its buttons. A code links a chat that is free. One that is linked
 * by somebody else changes hands when an administrator presses the button under a message that names both streamers.
 * The effect of a command stands, whether or not the messenger takes the answer.
 */
export const chatCommands = (ports: ChatCommandPorts) => {
  const { codes, links, accounts, announcers, privateChats, clock = systemClock } = ports

  const streamer = async (recipientId: string): Promise<string> => streamerFrom(await accounts.names(recipientId))

  const codeFor = async (text: string, accountId: string): Promise<ChatCode | undefined> => {
    const key = secretKeyOf(text)
    const code = key && (await codes.find(key, epochSeconds(clock())))
    return code?.accountId === accountId ? code : undefined
  }

  const isAllowed = async ({ bot }: Reading, { chatId, senderId }: ChatUpdate): Promise<boolean> =>
    senderId === undefined || bot.isAdministrator(chatId, senderId)

  /** Asks the chat whether it goes to the recipient of a code. The code is used up by that. */
  const request = async (
    { bot, accountId, apply }: Reading,
    { chatId }: ChatUpdate,
    { code, owner, taker }: { readonly code: ChatCode; readonly owner: OwnedChat; readonly taker: string },
  ): Promise<void> => {
    const { recipientId } = code
    const holder = await streamer(owner.recipientId)
    const press = newOwnedSecret(recipientId)
    const asked: ChatCode = {
      ...newSecretKey(recipientId, press),
      recipientId,
      accountId,
      expiresAt: epochSeconds(clock()) + chatCodeSeconds,
      request: { chatId, revision: owner.revision },
    }
    if (await apply([codes.removal(code), codes.creation(asked)]))
      await bot.say(chatId, chatTexts.requested(taker, holder), { text: chatTexts.confirm, press })
  }

  const link = async (reading: Reading, said: Said<'link'>): Promise<void> => {
    const { bot, accountId, apply, refuse } = reading
    const { chatId, title, mention } = said
    const code = await codeFor(said.code, accountId)
    if (code === undefined || code.request !== undefined) return
    if (said.isPrivate && !privateChats) return bot.say(chatId, chatTexts.privateChat)
    const { recipientId } = code
    if (!(await isAllowed(reading, said))) return refuse(recipientId)
    const chat = { accountId, chatId }
    const [owner, taker] = await Promise.all([links.find(chat), streamer(recipientId)])
    if (owner !== undefined && owner.recipientId !== recipientId) return request(reading, said, { code, owner, taker })
    if (await apply([codes.removal(code), links.creation(recipientId, chat, title)]))
      await bot.say(chatId, chatTexts.linked(taker, mention))
  }

  const press = async (reading: Reading, pressed: Said<'press'>): Promise<void> => {
    const { bot, accountId, apply, refuse } = reading
    const { chatId, title, mention, pressId } = pressed
    const code = await codeFor(pressed.code, accountId)
    if (code?.request?.chatId !== chatId) return bot.answerPress(pressId, chatTexts.outdated)
    const { recipientId } = code
    if (!(await isAllowed(reading, pressed))) {
      refuse(recipientId)
      return bot.answerPress(pressId, chatTexts.notAnAdministrator)
    }
    const [owner, name] = await Promise.all([links.find({ accountId, chatId }), streamer(recipientId)])
    const isGiven =
      owner?.revision === code.request.revision &&
      (await apply([codes.removal(code), ...links.change(recipientId, owner, title)]))
    if (!isGiven) return bot.answerPress(pressId, chatTexts.outdated)
    await bot.answerPress(pressId, chatTexts.confirmed)
    await bot.say(chatId, chatTexts.linked(name, mention))
  }

  const unlink = async (reading: Reading, said: Said<'unlink'>): Promise<void> => {
    const { bot, accountId, apply, refuse } = reading
    const { chatId, mention } = said
    const owner = await links.find({ accountId, chatId })
    if (owner === undefined || !(await bot.isAddressed(mention))) return
    if (!(await isAllowed(reading, said))) return refuse(owner.recipientId)
    if (await apply(links.removal(owner))) await bot.say(chatId, chatTexts.unlinked)
  }

  const showRights = async ({ accountId }: Reading, { chatId, mayPost }: Said<'rights'>): Promise<void> => {
    const owner = await links.find({ accountId, chatId })
    if (owner !== undefined) await announcers.showRights(owner.recipientId, owner, mayPost)
  }

  return (reading: Reading, update: ChatUpdate): Promise<void> => {
    switch (update.kind) {
      case 'link':
        return link(reading, update)
      case 'press':
        return press(reading, update)
      case 'unlink':
        return unlink(reading, update)
      case 'rights':
        return showRights(reading, update)
    }
  }
}
