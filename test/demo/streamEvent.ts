import { setTimeout as sleep } from 'node:timers/promises'
import { manualWebhook } from '../sandbox/eventSenders.ts'

/** Where a running API is, and where its providers' stand-ins tell what they got. */
interface ApiAddress {
  readonly api: string
  readonly sandboxLog?: string | undefined
}

interface Firing {
  readonly recipient: string
  readonly trigger: string
  readonly stream: string
}

interface LoggedRequest {
  readonly method: string
  readonly base: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: string
}

/** Milliseconds that the way to the messengers may take. */
const patience = 5_000

const messengers: ReadonlySet<string> = new Set(['api.telegram.org', 'platform-api.max.ru'])

const messagesIn = async (url: string): Promise<readonly LoggedRequest[]> =>
  ((await (await fetch(url)).json()) as readonly LoggedRequest[]).filter(({ base }) => messengers.has(base))

/** A request without the bot's token in its path. */
const lineOf = ({ method, base, path, query, body }: LoggedRequest): string =>
  `  ${base}  ${method} ${path.split('/').at(-1)} ${new URLSearchParams(query)} ${body}`

/** Fires a trigger at a running API, and tells line by line what its messengers' stand-ins get for it. */
export async function* fireTrigger(
  { api, sandboxLog }: ApiAddress,
  { recipient, trigger, stream }: Firing,
): AsyncGenerator<string> {
  const before = sandboxLog === undefined ? 0 : (await messagesIn(sandboxLog)).length
  const { headers, body } = manualWebhook(trigger, { recipientId: recipient, streamId: stream })
  const answer = await fetch(`${api}/platforms/webhooks/manual`, { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`The event was answered ${answer.status}: ${await answer.text()}`)
  yield `${trigger} of the stream ${stream} of ${recipient} is taken`
  if (sandboxLog === undefined) return
  let shown = before
  for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) {
    const messages = await messagesIn(sandboxLog)
    for (const message of messages.slice(shown)) yield lineOf(message)
    shown = messages.length
  }
  if (shown === before) yield '  no message followed: nothing new, or no enabled announcer with this trigger'
}
