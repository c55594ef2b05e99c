import { createHmac } from 'node:crypto'

interface InChat {
  readonly chatId: number
  /** The chat's title, if the messenger names it. */
  readonly title: string
  /** Whether the chat is one of the bot with a single user. */
  readonly isPrivate: boolean
  /** The user who has to be an administrator; absent when the update itself proves that the sender is one. */
  readonly senderId?: number | undefined
  /** The name by which the bot is addressed in the chat, `@streamer_bot`; empty where a command needs none. */
  readonly mention: string
}

/** The part of an update that concerns a chat's link (a typed command, a pressed button) or the bot's rights there. */
export type ChatUpdate = InChat &
  (
    | { readonly kind: 'link'; readonly code: string }
    | { readonly kind: 'press'; readonly code: string; readonly pressId: string }
    | { readonly kind: 'unlink' }
    | { readonly kind: 'rights'; readonly mayPost: boolean }
  )

/** How an administrator sends a code to a chat. */
export interface Invitation {
  /** The command that an administrator sends in the chat. */
  readonly command: string
  /** Opens the messenger with the code: in a chat with the bot alone, or where a group can be chosen. */
  readonly links: { readonly direct?: string; readonly group?: string }
}

/** A bot's account as a reader of chats: a port. Its methods throw the problems of a provider. */
export interface ChatMessenger {
  /** The secret in webhooks of this bot. */
  readonly secret: string
  /** Sets the bot's webhook to `webhookUrl`, and returns how an administrator sends the code to a chat. */
  invite(webhookUrl: string, code: string): Promise<Invitation>
  /** Reads an update. A message that nobody typed there, such as a forwarded one, is undefined like all else. */
  read(update: object): ChatUpdate | undefined
  isAdministrator(chatId: number, userId: number): Promise<boolean>
  /** Whether a command is for this bot; groups have several. */
  isAddressed(mention: string): Promise<boolean>
  /** Posts in the chat, with a button that sends `press` back. A failure is ignored. */
  say(chatId: number, text: string, button?: { readonly text: string; readonly press: string }): Promise<void>
  /** Shows a text to the user who pressed a button. A failure is ignored. */
  answerPress(pressId: string, text: string): Promise<void>
}

/** Derived from the bot's token, so that no second secret is stored. Both messengers accept these characters. */
export const webhookSecretOf = (token: string): string =>
  createHmac('sha256', token).update('webhook').digest('base64url')

/** A code, and what a button sends back, of which Telegram takes 64 bytes. */
export const codePattern = /^[\w-]{59}$/

type Command = Pick<InChat, 'mention'> &
  ({ readonly kind: 'link'; readonly code: string } | { readonly kind: 'unlink' })

/** A command of a chat, which may name the bot: `/link@streamer_bot <code>`. A deep link sends `/start`. */
export const commandOf = (text: string | undefined): Command | undefined => {
  const [, name, mention = '', code] = /^\/(link|start|unlink)(@\w+)?(?:\s+([\w-]{59}))?\s*$/.exec(text ?? '') ?? []
  if (name === 'unlink') return code === undefined ? { kind: name, mention } : undefined
  return code === undefined ? undefined : { kind: 'link', code, mention }
}
