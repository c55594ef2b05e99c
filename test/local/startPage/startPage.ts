import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LocalApi } from 'serve-assembly'
import type { StartPage, Subject, StartPageOptions as Surroundings } from 'serve-assembly/cli/startPage'
import { createActivity } from './activity.ts'
import { commandsOf, valuesFrom } from './commands.ts'
import { documentsOf } from './documents.ts'
import { isForeign } from './guard.ts'
import { overviewOf } from './overview.ts'
import type { Panel } from './panels.ts'

export interface StartPageOptions extends Surroundings {
  /** What the page shows of the project besides what every deployment has. */
  panelsOf?(api: LocalApi, recipientId: string): readonly Panel[]
}

interface Served extends Subject {
  readonly panels: readonly Panel[]
  readonly commands: ReturnType<typeof commandsOf>
  /** Whether the page is at `/` too. */
  readonly hasRoot: boolean
}

/** Whether a browser asks: to any other client `/` is what it is on the real gateway. */
const asksForPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')

/** The prefix of the page's own addresses. */
const prefix = '/_local/'

/**
 * Only the page's own files are loaded, in frames only this origin's, and no other page may frame it. OpenAPI Explorer
 * puts its variables into a style of its own.
 */
const policyOf = (origin: string, isReference: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${origin}${prefix}`,
    `style-src ${origin}${prefix}${isReference ? " 'unsafe-inline'" : ''}`,
    "connect-src 'self'",
    // OpenAPI Explorer keeps its icons in its styles.
    "img-src 'self' data:",
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // OpenAPI Explorer makes its elements by lit.
    `trusted-types ${isReference ? 'lit-html' : "'none'"}`,
  ].join('; ')

const headersFor = (path: string, host: string) => ({
  'content-security-policy': policyOf(`http://${host}`, path.startsWith(`${prefix}reference/`)),
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

/** The document with this machine's address in place of the deployment's. */
const documentServedAt = (openApiFile: string, url: string): object => ({
  ...JSON.parse(readFileSync(openApiFile, 'utf8')),
  servers: [{ url: url.replace(/\/$/, '') }],
})

/** Routes that take `/` itself: then the page is at its own address only. */
const rootRoutes: readonly string[] = ['GET /', 'ANY /', '$default']

/** The page about a running local API: where things are, a token, panels of the project, and what happens. */
export const createStartPage = ({ projectFolder, openApiFile, panelsOf }: StartPageOptions): StartPage => {
  const activity = createActivity()
  const documents = documentsOf(projectFolder)
  const startedAt = Date.now()
  const hasReference = documents.hasRenderer && openApiFile !== undefined
  let subject: Served | undefined

  const send = (response: ServerResponse, status: number, type: string, body: string | Buffer): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
  }

  const readable = async (about: Served, { url = '', headers }: IncomingMessage, path: string) => {
    const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) })
    const { api, commands } = about
    const after = Number(new URLSearchParams(url.split('?')[1]).get('after') ?? 0)
    if (path === `${prefix}overview.json`) return json(overviewOf({ ...about, startedAt, hasReference }))
    if (path === `${prefix}activity.json`) return json({ startedAt, ...activity.since(after), feeds: commands.feeds() })
    if (path === `${prefix}openapi.json` && openApiFile !== undefined)
      return json(documentServedAt(openApiFile, `http://${headers.host}${new URL(api.api).pathname}`))
    return documents.find(path)?.()
  }

  const answer = async (message: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const { host = '' } = message.headers
    for (const [name, value] of Object.entries(headersFor(path, host))) response.setHeader(name, value)
    if (subject === undefined) return send(response, 503, 'text/plain', 'The local API is starting.')
    if (isForeign(message)) return send(response, 403, 'text/plain', 'This address answers its own page only.')
    const found = message.method === 'GET' ? await readable(subject, message, path) : undefined
    if (found !== undefined) return send(response, 200, found.type, found.body)
    const command = message.method === 'POST' ? subject.commands.find(path.slice(prefix.length)) : undefined
    if (command === undefined) return send(response, 404, 'text/plain', 'There is no such page.')
    const values = await valuesFrom(message)
    if (values === undefined) return send(response, 400, 'text/plain', 'Expected a body of JSON: an object of texts.')
    await command(values, response)
  }

  const isOwn = (path: string): boolean => path.startsWith(prefix) || (path === '/' && subject?.hasRoot === true)

  return {
    onRequest: activity.onRequest,
    onInvocation: activity.onInvocation,
    onLog: activity.onLog,
    pages: (message, response) => {
      const path = (message.url ?? '').split('?')[0] ?? ''
      if (!isOwn(path)) return false
      if (path === '/' && !asksForPage(message)) {
        const startPage = `http://${message.headers.host}${prefix}`
        send(response, 404, 'application/json', JSON.stringify({ message: 'Not Found', startPage }))
        return true
      }
      answer(message, response, path === '/' ? prefix : path).catch((error: unknown) => {
        if (response.headersSent) return void response.destroy()
        send(response, 500, 'text/plain', error instanceof Error ? error.message : String(error))
      })
      return true
    },
    open: async (given) => {
      const { api, recipientId } = given
      const panels = panelsOf?.(api, recipientId) ?? []
      const hasRoot = !api.deployment.httpApi.routes.some(({ routeKey }) => rootRoutes.includes(routeKey))
      subject = { ...given, panels, commands: commandsOf({ api, panels }), hasRoot }
      return new URL(hasRoot ? '/' : prefix, api.api).href
    },
  }
}
