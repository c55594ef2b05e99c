import { targetOf } from '../../support/targetOf.ts'
import { type DonationStandIn, donateAt, type GivenDonation } from '../sandbox/donationServices.ts'
import type { StreamOrder } from '../sandbox/streamOrders.ts'
import { ApiDocument, type Endpoint } from './apiDocument.ts'
import { botMessages } from './botMessages.ts'
import { payAtStripe } from './donorChapter.ts'
import { order } from './platformStream.ts'
import { receiverAt } from './receiver.ts'
import { runSchedule } from './schedulesPanel.ts'
import type { CallOptions, Chapter } from './story.ts'

interface Walk {
  readonly api: string
  readonly token: string
  /** The token of another recipient, for chapters in which there are two. */
  readonly anotherToken?: string
  readonly recipientId: string
  /** Where connections are opened, if not at the address that the service answers. */
  readonly live?: string
  /** Where the requests of the providers' stand-ins can be read, if there are stand-ins. */
  readonly sandboxLog?: string | undefined
  readonly write: (line: string) => void
}

export interface WalkResult {
  readonly called: ReadonlySet<string>
  readonly notCalled: readonly string[]
  /** The operations of the API. */
  readonly endpoints: readonly Endpoint[]
}

const longestText = 600

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longestText ? `${text.slice(0, longestText)} … (${text.length} characters)` : text
}

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

const servedDocument = async (api: string): Promise<ApiDocument> => {
  const response = await fetch(`${api}/openapi.json`).catch((cause: unknown) => {
    throw new Error(`No API answers at ${api}`, { cause })
  })
  return new ApiDocument(await response.json())
}

/**
 * Walks through the chapters against a running API.
 *
 * @throws Error that names the operation whose answer is not as documented or not as the chapter expects
 */
export const walk = async (
  chapters: readonly Chapter[],
  { api, token, anotherToken = '', recipientId, live, sandboxLog, write }: Walk,
): Promise<WalkResult> => {
  const document = await servedDocument(api)
  const called = new Set<string>(['getOpenApi'])

  const call = async (operationId: string, options: CallOptions = {}): Promise<unknown> => {
    const endpoint = document.endpoint(operationId)
    const path = targetOf(endpoint.path, options)
    write(
      `  → ${endpoint.method} ${path}${options.body === undefined ? '' : ` ${shown(options.body)}`}${options.as === undefined ? '' : ' (another recipient)'}`,
    )
    const response = await fetch(`${api}${path}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${options.as === 'another' ? anotherToken : token}`,
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body !== undefined && { body: bodyText(options.body) }),
    })
    const text = await response.text()
    write(`  ← ${response.status} ${shown(text)}`)
    const expected = options.status ?? 200
    if (response.status !== expected)
      throw new Error(`${operationId}: status ${response.status} in place of ${expected}`)
    const contentType = response.headers.get('content-type') ?? ''
    const answer: unknown = contentType.includes('json') ? JSON.parse(text) : text
    const violations = document.violations(endpoint, response.status, contentType, answer)
    if (violations.length > 0) throw new Error(`${operationId} is not as documented: ${violations.join('; ')}`)
    called.add(operationId)
    return answer
  }

  const narrated = Object.assign(call, {
    recipientId,
    live,
    order:
      sandboxLog === undefined
        ? undefined
        : (given: Omit<StreamOrder, 'webhookUrl'>) =>
            order(sandboxLog, { ...given, webhookUrl: `${api}/platforms/webhooks/${given.platform}` }),
    saidIn: sandboxLog === undefined ? undefined : (chatId: number | string) => botMessages(sandboxLog, chatId),
    giveAt:
      sandboxLog === undefined
        ? undefined
        : (service: DonationStandIn, user: string, donation: GivenDonation) =>
            donateAt(sandboxLog, service, user, donation),
    payAtStripe: sandboxLog === undefined ? undefined : (session: string) => payAtStripe(sandboxLog, session),
    receiver: sandboxLog === undefined ? undefined : receiverAt(sandboxLog, recipientId),
    runSchedule: (worker: string) => runSchedule(api, worker),
    show: (text: string) => write(`    ${text.replaceAll('\n', '\n    ')}`),
  })
  for (const { title, run } of chapters) {
    write(`\n${title}`)
    await run(narrated)
  }
  const { endpoints } = document
  return { called, notCalled: endpoints.map(({ id }) => id).filter((id) => !called.has(id)), endpoints }
}
