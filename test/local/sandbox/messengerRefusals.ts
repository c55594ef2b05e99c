import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { discordRefusals } from './discord.ts'
import { type Failure, type FailureTarget, send } from './failures.ts'
import { maxRefusals } from './max.ts'
import type { SandboxResponse } from './standIn.ts'
import { telegramPath, telegramRefusals } from './telegram.ts'

/** Where another process orders what a messenger answers to the next message. */
export const refusalPath = '/refusals'

const toTelegram: FailureTarget = { path: telegramPath('sendMessage') }
const toMax: FailureTarget = { base: 'platform-api2.max.ru', path: '/messages', method: 'POST' }
const toDiscord: FailureTarget = { base: 'discord.com/api/v10', method: 'POST' }

/** Bans without a time, a right that is missing, a chat that is closed for good, and a deletion that is not done. */
const refusals: Readonly<Record<string, readonly [FailureTarget, SandboxResponse]>> = {
  'telegram:banned': [toTelegram, telegramRefusals.banned],
  'telegram:no-rights': [toTelegram, telegramRefusals.noRights],
  'telegram:removed': [toTelegram, telegramRefusals.kicked],
  'max:banned': [toMax, maxRefusals.banned],
  'max:no-rights': [toMax, maxRefusals.noRights],
  'max:removed': [toMax, maxRefusals.removed],
  'max:undeletable': [{ ...toMax, method: 'DELETE' }, maxRefusals.undeletable],
  'discord:banned': [toDiscord, discordRefusals.banned],
  'discord:blocked': [toDiscord, discordRefusals.blocked],
  'discord:no-rights': [toDiscord, discordRefusals.noRights],
  'discord:removed': [toDiscord, discordRefusals.unknownWebhook],
}

export const refusalNames = Object.keys(refusals)

/** Answers the next message to a messenger as another process orders. */
export const answerRefusalOrder = async (
  script: (target: FailureTarget, failure: Failure) => void,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    const { refusal } = (await json(incoming)) as { readonly refusal: string }
    const [target, answer] = refusals[refusal] ?? []
    if (target === undefined || answer === undefined)
      return send(response, { status: 404, body: { message: `no such refusal; known are ${refusalNames.join(', ')}` } })
    script(target, { kind: 'instead', response: answer })
    send(response, { status: 200, body: { refusal } })
  } catch {
    response.destroy()
  }
}
