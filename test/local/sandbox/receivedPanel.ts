import type { FeedEntry, Panel } from '../startPage/panels.ts'
import type { SandboxRequest } from './standIn.ts'

/** The message in a request to a messenger, and its chat; undefined in any other request. */
const messageIn = ({ body, query }: SandboxRequest): string | undefined => {
  try {
    const { text, content, chat_id = query.get('chat_id') } = JSON.parse(body) as Record<string, unknown>
    if (typeof content === 'string') return `to the channel of the webhook: ${content}`
    return typeof text === 'string' ? `to the chat ${chat_id}: ${text}` : undefined
  } catch {
    return undefined
  }
}

/** Bots and webhooks of messengers have their secrets in the path. */
const shownPath = (path: string): string =>
  path.replace(/\/bot[^/]+/, '/bot…').replace(/^(\/webhooks\/\d+)\/[^/]+/, '$1/…')

/** Bodies and queries stay in the log: they hold secrets, and the page may be shown to others. */
const entryOf = (request: SandboxRequest): FeedEntry => {
  const { at, method, base, path } = request
  return { at, title: `${method} ${base}${shownPath(path)}`, text: messageIn(request) ?? '' }
}

/** What the stand-ins of messengers and platforms have received. */
export const receivedPanel = (log: readonly SandboxRequest[]): Panel => ({
  id: 'received',
  title: 'Outgoing messages',
  description: 'The stand-ins of the external providers take the requests that the real ones would get.',
  feed: () => log.slice(-50).map(entryOf),
})
