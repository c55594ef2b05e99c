import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { parameterPrefixVariable } from '../../contract/environmentNames.ts'
import { send } from '../../mechanisms/aws/send.ts'
import { cached } from '../../runtime/cached.ts'
import { env } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { BotMessenger, MessengerBot } from './messengerBot.ts'

/** A bot's rotated token is in use after this time at the latest. */
const tokenCachedMs = 5 * 60 * 1000

/** A bot that is stored is found after this time at the latest, and a failed call is not repeated before. */
const missingCachedMs = 5 * 1000

/** The characters of a name in Parameter Store; any other account has no bot. */
const accountName = /^[\w.-]+$/

/** In the order of precedence. */
export const messengers: readonly BotMessenger[] = ['telegram', 'max']

/** Finds the bot of an account of the deployment; undefined when the deployer has stored no token for it. */
export type Bots<Bot = MessengerBot> = (accountId: string) => Promise<Bot | undefined>

/**
 * The bots whose tokens the deployer put into `telegram/bots/<account id>` or `max/bots/<account id>` below the
 * deployment's prefix; If both exist, Telegram's is used. A missing one is looked up again after some seconds. A bot of
 * MAX also gets the certificates of `max/certificates`, if there are any, whose authorities it trusts besides Node's.
 */
export const botParameters = <Bot>(
  client: SSMClient,
  botOf: Readonly<Record<BotMessenger, (token: string, certificates?: string) => Bot>>,
): Bots<Bot> => {
  const read = async (accountId: string): Promise<Bot | undefined> => {
    const prefix = env(parameterPrefixVariable)
    const nameOf = (messenger: BotMessenger) => `${prefix}/${messenger}/bots/${accountId}`
    const certificates = `${prefix}/max/certificates`
    const Names = [...messengers.map(nameOf), certificates]
    const command = new GetParametersCommand({ Names, WithDecryption: true })
    const { Parameters = [] } = await send((options) => client.send(command, options))
    const valueAt = (name: string) => Parameters.find(({ Name }) => Name === name)?.Value
    for (const messenger of messengers) {
      const token = valueAt(nameOf(messenger))
      if (token) return botOf[messenger](token, valueAt(certificates))
    }
    return undefined
  }

  const present = cached(tokenCachedMs, read, (bot) => bot !== undefined)
  const find = cached(missingCachedMs, present, (bot) => bot === undefined, systemClock, missingCachedMs)
  return async (accountId) => (accountName.test(accountId) ? find(accountId) : undefined)
}
