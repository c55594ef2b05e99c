/** What is posted to a chat. */
export interface ChatMessage {
  readonly text: string
  readonly buttons: readonly { readonly text: string; readonly url: string }[]
}

/**
 * Why a messenger did not do what it was asked.
 *
 * - `busy`: it takes no more for so many seconds;
 * - `unavailable`: it was not reached, or says that it failed; nothing has happened;
 * - `unknown`: it may have happened or not: the request was on its way, and no usable answer came;
 * - `moved`: the group has another id now;
 * - `unreachable`: the bot cannot write to this chat (kicked, blocked, no such chat, no right);
 * - `unauthorized`: the bot's token is not valid;
 * - `refused`: this message will never be taken.
 */
export type BotFailure =
  | { readonly kind: 'busy'; readonly retryAfter: number }
  | { readonly kind: 'unavailable' | 'unknown' | 'unauthorized' }
  | { readonly kind: 'moved'; readonly chatId: number }
  | { readonly kind: 'unreachable' | 'refused'; readonly reason: string }

export type PostOutcome = { readonly kind: 'posted'; readonly messageId: string } | BotFailure
/** A message that is not there any more counts as deleted. */
export type DeleteOutcome = { readonly kind: 'deleted' } | BotFailure

export type MessengerName = 'telegram' | 'max'

/** A bot's account at a messenger: the port that the messengers' adapters fill. Neither method throws for what a messenger does. */
export interface MessengerBot {
  readonly messenger: MessengerName
  /** Never repeated: the messengers have no idempotency keys. */
  post(chatId: number, message: ChatMessage): Promise<PostOutcome>
  delete(chatId: number, messageId: string): Promise<DeleteOutcome>
}
