/** A button of a message, which opens an address, or sends `press` back to the bot. */
export type ChatButton = { readonly text: string } & ({ readonly url: string } | { readonly press: string })

/** A message to a chat. */
export interface ChatMessage {
  readonly text: string
  readonly buttons: readonly ChatButton[]
}

/**
 * Why a messenger did not execute a call.
 *
 * - `busy`: it accepts no more calls for so many seconds, or for a time that it does not name;
 * - `unavailable`: it could not be reached, or reports a failure; the call had no effect;
 * - `unknown`: the call may have had its effect: the request was sent, and no usable answer came;
 * - `moved`: the group has another id now;
 * - `unreachable`: the bot can never write to this chat again (kicked, blocked, chat deleted);
 * - `blocked`: the bot may not write to this chat until a person changes it (a right is missing);
 * - `unauthorized`: the bot's token is not valid;
 * - `refused`: the messenger will never accept this message.
 */
export type BotFailure =
  | { readonly kind: 'busy'; readonly retryAfter?: number | undefined }
  | { readonly kind: 'unavailable' | 'unknown' | 'unauthorized' }
  | { readonly kind: 'moved'; readonly chatId: number }
  | { readonly kind: 'unreachable' | 'blocked' | 'refused'; readonly reason: string }

export type PostOutcome = { readonly kind: 'posted'; readonly messageId: string } | BotFailure
/** A message that no longer exists counts as deleted. */
export type DeleteOutcome = { readonly kind: 'deleted' } | BotFailure

/** The messengers where the deployment has bots. */
export type BotMessenger = 'telegram' | 'max'
export type MessengerName = BotMessenger | 'discord'

/** An account that posts at a messenger: a port. Neither method throws for a messenger's failure. */
export interface MessengerBot {
  readonly messenger: MessengerName
  /** Shields a text from a messenger that reads markup in messages. Absent where all text is plain. */
  readonly escaped?: (text: string) => string
  /** Never repeated: the messengers have no idempotency keys. */
  post(chatId: number, message: ChatMessage): Promise<PostOutcome>
  delete(chatId: number, messageId: string): Promise<DeleteOutcome>
}
