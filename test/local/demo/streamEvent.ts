import { setTimeout as sleep } from 'node:timers/promises'
import { streamEndedTrigger, streamStartedTrigger } from '../../../shared/areas/platforms/triggers.ts'
import { manualWebhook } from '../sandbox/eventSenders.ts'
import { refusalPath } from '../sandbox/messengerRefusals.ts'
import { type PlatformName, streamAtPlatform } from './platformStream.ts'
import type { ApiAddress } from './recipientClient.ts'

/** The addresses of a running API and of the log of its providers' stand-ins. */
interface ApiWithStandIns extends ApiAddress {
  readonly sandboxLog?: string | undefined
}

interface Firing {
  readonly recipient: string
  readonly trigger: string
  /** Which of the streams it is; the first one by default. */
  readonly stream?: string | undefined
  /** Whether the platform does not say which stream has ended. */
  readonly unnamed?: boolean | undefined
  /** What a messenger answers to the next message. */
  readonly refusal?: string | undefined
  /** The platform that reports the stream; without it, a bot does. */
  readonly platform?: PlatformName | undefined
  /** Members of a platform's event in place of the usual ones. */
  readonly event?: object | undefined
  /** The event that Twitch gives up before. */
  readonly givenUp?: string | undefined
}

interface LoggedRequest {
  readonly method: string
  readonly base: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

/** A message reaches the messengers within this time in milliseconds. */
const patience = 5_000

/** The triggers that platforms fire. Other events of theirs become alerts. */
const streamTriggers: ReadonlySet<string> = new Set([streamStartedTrigger, streamEndedTrigger])

const messengers: ReadonlySet<string> = new Set(['api.telegram.org', 'platform-api2.max.ru', 'discord.com/api/v10'])

const messagesIn = async (url: string): Promise<readonly LoggedRequest[]> =>
  ((await (await fetch(url)).json()) as readonly LoggedRequest[]).filter(({ base }) => messengers.has(base))

/** A request without the bot's token in its path. */
const lineOf = ({ method, base, path, query, body }: LoggedRequest): string =>
  `  ${base}  ${method} ${path.split('/').at(-1)} ${new URLSearchParams(query)} ${body}`

const reportAsBot = async ({ api }: ApiAddress, { recipient, trigger, stream = '1' }: Firing): Promise<string> => {
  const { headers, body } = manualWebhook(trigger, { recipientId: recipient, streamId: stream })
  const answer = await fetch(`${api}/platforms/webhooks/manual`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`The event was answered ${answer.status}: ${await answer.text()}`)
  return `${trigger} of the stream ${stream} of ${recipient} is taken`
}

const reportAtPlatform = (
  { sandboxLog, ...address }: ApiWithStandIns,
  { recipient, trigger, stream, unnamed, event, givenUp }: Firing,
  platform: PlatformName,
): AsyncGenerator<string> => {
  if (sandboxLog === undefined) throw new Error('This API runs without stand-ins; the real platform sends its events')
  return streamAtPlatform({ ...address, sandboxLog }, { recipient, platform, trigger, stream, unnamed, event, givenUp })
}

/** Has a messenger's stand-in answer the next message so. */
const orderRefusal = async (sandboxLog: string, refusal: string): Promise<string> => {
  const answer = await fetch(new URL(refusalPath, sandboxLog), { method: 'POST', body: JSON.stringify({ refusal }) })
  if (answer.status !== 200) throw new Error(`The refusal was answered ${answer.status}: ${await answer.text()}`)
  return `the next message is answered ${refusal}`
}

/** Fires a trigger at a running API, and prints each request that the messengers' stand-ins get for it. */
export async function* fireTrigger(address: ApiWithStandIns, firing: Firing): AsyncGenerator<string> {
  const { sandboxLog } = address
  const before = sandboxLog === undefined ? 0 : (await messagesIn(sandboxLog)).length
  if (firing.refusal !== undefined && sandboxLog !== undefined) yield orderRefusal(sandboxLog, firing.refusal)
  if (firing.platform === undefined) yield reportAsBot(address, firing)
  else yield* reportAtPlatform(address, firing, firing.platform)
  if (sandboxLog === undefined || (firing.platform !== undefined && !streamTriggers.has(firing.trigger))) return
  let shown = before
  for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) {
    const messages = await messagesIn(sandboxLog)
    for (const message of messages.slice(shown)) yield lineOf(message)
    shown = messages.length
  }
  if (shown === before) yield '  no message followed: nothing new, or no enabled announcer with this trigger'
}
