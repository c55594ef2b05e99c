import { createHmac } from 'node:crypto'

/** A message in a chat that carries a code. */
export interface CodeMessage {
  readonly code: string
  readonly chatId: number
  /** The chat's title, if the messenger names it. */
  readonly title: string
  /** The sender, who has to be an administrator; absent when the message itself proves that its sender administers the chat. */
  readonly senderId?: number | undefined
}

/** How an administrator sends a code to a chat. */
export interface Invitation {
  /** The command that an administrator sends in the chat. */
  readonly command: string
  /** Opens the messenger with the code: in a chat with the bot alone, or where a group can be chosen. */
  readonly links: { readonly direct?: string; readonly group?: string }
}

/** A bot's account as a reader of chats: the port that the messengers' adapters fill. Its methods throw the problems of a provider. */
export interface ChatMessenger {
  /** The secret in webhooks of this bot. */
  readonly secret: string
  /** Sets the bot's webhook to `webhookUrl`, and returns how an administrator sends the code to a chat. */
  invite(webhookUrl: string, code: string): Promise<Invitation>
  /** The code in an update of the messenger, if there is one. */
  codeIn(update: object): CodeMessage | undefined
  isAdministrator(chatId: number, userId: number): Promise<boolean>
  /** Posts in the chat that it is linked. */
  confirm(chatId: number): Promise<unknown>
}

/** The webhook secret, derived from the bot's token, so that no second secret has to be stored. Both messengers accept these characters. */
export const webhookSecretOf = (token: string): string =>
  createHmac('sha256', token).update('webhook').digest('base64url')

/** The code of a message, which may name the bot: `/link@streamer_bot <code>`. A deep link sends `/start`. */
export const codeOf = (text: string | undefined): string | undefined =>
  /^\/(?:link|start)(?:@\w+)?\s+([\w-]{59})\s*$/.exec(text ?? '')?.[1]

export const confirmation = { text: 'This chat is linked: announcements can be posted here.', buttons: [] } as const
