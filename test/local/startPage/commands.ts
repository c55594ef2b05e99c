import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { LocalApi } from 'serve-assembly'
import type { FeedEntry, Panel, PanelValues } from './panels.ts'

type Command = (values: PanelValues, response: ServerResponse) => Promise<void>

const shownEntries = 50

/** What the page sends: an object of texts. Undefined when it is anything else. */
export const valuesFrom = async (message: IncomingMessage): Promise<PanelValues | undefined> => {
  try {
    const values: unknown = JSON.parse(await text(message))
    const isObject = typeof values === 'object' && values !== null
    return isObject && Object.values(values).every((value) => typeof value === 'string')
      ? (values as PanelValues)
      : undefined
  } catch {
    return undefined
  }
}

const answering =
  (answerTo: (values: PanelValues) => unknown): Command =>
  async (values, response) => {
    const body = JSON.stringify(await answerTo(values))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }

/** Sends each line as soon as it is there: JSON objects with a `line` or, at the end, an `error`. */
const running =
  (run: (values: PanelValues) => AsyncIterable<string>): Command =>
  async (values, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    try {
      for await (const line of run(values)) response.write(`${JSON.stringify({ line })}\n`)
    } catch (error) {
      response.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`)
    }
    response.end()
  }

const commandsOfPanel = ({ id, frame, form }: Panel): readonly (readonly [string, Command])[] => [
  ...(frame === undefined
    ? []
    : [[`panels/${id}/frame`, answering(async ({ kept }) => ({ url: await frame.open(kept) }))] as const]),
  ...(frame?.greeting === undefined ? [] : [[`panels/${id}/greeting`, answering(frame.greeting)] as const]),
  ...(form === undefined ? [] : [[`panels/${id}/run`, running(form.run)] as const]),
  ...(form?.preview === undefined ? [] : [[`panels/${id}/preview`, answering(form.preview.message)] as const]),
]

/** What the page's buttons do, by the rest of their addresses. */
export const commandsOf = ({
  api,
  panels,
}: {
  readonly api: Pick<LocalApi, 'token'>
  readonly panels: readonly Panel[]
}) => {
  const commands = new Map<string, Command>([
    ['token', answering(async ({ recipient = '' }) => ({ token: await api.token(recipient) }))],
    ...panels.flatMap(commandsOfPanel),
  ])
  return {
    find: (path: string) => commands.get(path),
    /** The last entries of each panel that has some. */
    feeds: (): Readonly<Record<string, readonly FeedEntry[]>> =>
      Object.fromEntries(panels.flatMap(({ id, feed }) => (feed ? [[id, feed().slice(-shownEntries)] as const] : []))),
  }
}
