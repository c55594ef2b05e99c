import { GetParametersByPathCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { parameterPrefixVariable } from '../../contract/environmentNames.ts'
import { send } from '../../mechanisms/aws/send.ts'
import { cached } from '../../runtime/cached.ts'
import { env } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { type Bots, messengers } from './botParameters.ts'
import { listedMs } from './chatTimes.ts'
import type { BotMessenger } from './messengerBot.ts'

export interface BotName {
  readonly accountId: string
  readonly messenger: BotMessenger
}

/** The last parts of the parameters' names in a folder. Values are not decrypted. */
const namesIn = async (client: SSMClient, folder: string): Promise<readonly string[]> => {
  const names: string[] = []
  let NextToken: string | undefined
  do {
    const command = new GetParametersByPathCommand({ Path: folder, ...(NextToken && { NextToken }) })
    const page = await send((options) => client.send(command, options))
    names.push(...(page.Parameters ?? []).map(({ Name = '' }) => Name.slice(folder.length + 1)))
    NextToken = page.NextToken
  } while (NextToken)
  return names
}

/** A listing that failed is not repeated for this time: Parameter Store may be over its rate. */
const failedMs = 5_000

/** Lists the accounts of the deployment's bots. Of two with one name, the first messenger's is the one that is used. */
export const botNameParameters = (client: SSMClient): (() => Promise<readonly BotName[]>) => {
  const list = async () => {
    const folders = await Promise.all(
      messengers.map(async (messenger): Promise<BotName[]> => {
        const names = await namesIn(client, `${env(parameterPrefixVariable)}/${messenger}/bots`)
        return names.map((accountId) => ({ accountId, messenger }))
      }),
    )
    const byName = new Map(folders.toReversed().flatMap((bots) => bots.map((bot) => [bot.accountId, bot] as const)))
    return [...byName.keys()].toSorted().flatMap((name) => byName.get(name) ?? [])
  }

  return cached(listedMs, list, () => true, systemClock, failedMs)
}

/** The bots whose names are listed. Names that strangers make up cause no call, however many they are. */
export const listedBots =
  <Bot>(names: () => Promise<readonly BotName[]>, bots: Bots<Bot>): Bots<Bot> =>
  async (accountId) =>
    (await names()).some((listed) => listed.accountId === accountId) ? bots(accountId) : undefined
