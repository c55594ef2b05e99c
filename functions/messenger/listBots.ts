import { type BotName, botNameParameters } from '../../shared/areas/messenger/botNameParameters.ts'
import { listBots } from '../../shared/areas/messenger/chatContract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'

export const handle =
  (bots: () => Promise<readonly BotName[]>): Handle<typeof listBots> =>
  async () => [...(await bots())]

export const handler = httpHandler(listBots, handle(botNameParameters(ssmClient)))
