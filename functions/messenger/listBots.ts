import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type BotName, botNameParameters } from '../../shared/messenger/botNameParameters.ts'
import { listBots } from '../../shared/messenger/chatContract.ts'

export const handle =
  (bots: () => Promise<readonly BotName[]>): Handle<typeof listBots> =>
  async () => [...(await bots())]

export const handler = httpHandler(listBots, handle(botNameParameters(ssmClient)))
