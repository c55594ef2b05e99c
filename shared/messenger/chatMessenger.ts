import { createHmac } from 'node:crypto'

/** A message in a chat that carries a code. */
export interface CodeMessage {
  readonly code: string
  readonly chatId: number
  /** As far as the messenger names it. */
  readonly title: string
  /** Who has to be an administrator; absent where the message itself proves that its sender is in charge of the chat. */
  readonly senderId?: number | undefined
}

/** How a code gets into a chat. */
export interface Invitation {
  /** What an administrator sends there. */
  readonly command: string
  /** Opens the messenger with the code: in a chat with the bot alone, or where a group can be chosen. */
  readonly links: { readonly direct?: string; readonly group?: string }
}

/** A bot's account as a reader of chats: the port that the messengers' adapters fill. Its methods throw the problems of a provider. */
export interface ChatMessenger {
  /** What webhooks of this bot carry. */
  readonly secret: string
  /** Has the messenger send what the bot reads to `webhookUrl`, and says how a code gets into a chat. */
  invite(webhookUrl: string, code: string): Promise<Invitation>
  /** The code that an update of the messenger brings, if it does. */
  codeIn(update: object): CodeMessage | undefined
  isAdministrator(chatId: number, userId: number): Promise<boolean>
  /** Says in the chat that it is linked. */
  confirm(chatId: number): Promise<unknown>
}

/** Follows from the bot's token, so that a bot needs no second secret to be stored. Both messengers take these characters. */
export const webhookSecretOf = (token: string): string =>
  createHmac('sha256', token).update('webhook').digest('base64url')

/** The code of a message, which may name the bot: `/link@streamer_bot <code>`. A deep link sends `/start`. */
export const codeOf = (text: string | undefined): string | undefined =>
  /^\/(?:link|start)(?:@\w+)?\s+([\w-]{43})\s*$/.exec(text ?? '')?.[1]

export const confirmation = { text: 'This chat is linked: announcements can be posted here.', buttons: [] } as const
