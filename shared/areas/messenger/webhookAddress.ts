/**
 * A channel's webhook at Discord. Whoever has its address may post in the channel.
 *
 * @see https://docs.discord.com/developers/resources/webhook#webhook-object
 */
export interface Webhook {
  /** A snowflake, which a number cannot hold. */
  readonly id: string
  /** The secret part of the address. */
  readonly token: string
}

/** Discord's hosts and the path; other parts, such as a thread, are refused. */
export const webhookAddress =
  /^https:\/\/(?:(?:ptb|canary)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{17,19})\/([\w-]{60,128})$/

/** The webhook of such an address, whose host is dropped: it is called at the address of the deployment's setting. */
export const webhookFromAddress = (text: string): Webhook => {
  const [, id = '', token = ''] = webhookAddress.exec(text) ?? []
  return { id, token }
}

/** A webhook posts in a single channel, so its account has one chat. No bot's account has a colon in its name. */
export const webhookChat = ({ id }: Pick<Webhook, 'id'>) => ({ accountId: `discord:${id}`, chatId: 1 })

/** The webhook's id in the name of its account; undefined for a bot's account. */
export const webhookIdFrom = (accountId: string): string | undefined => /^discord:(\d+)$/.exec(accountId)?.[1]
