import { setTimeout as delay } from 'node:timers/promises'
import type { Chapter } from '../../demo/story.ts'
import { walk } from '../../demo/walk.ts'
import { clientOf, resume } from '../../support/socketClient.ts'

/** The stack's outputs, by their names. */
export type Outputs = Readonly<Record<string, string>>

export interface DeployedService {
  readonly api: string
  readonly live: string
  readonly token: string
  readonly recipientId: string
}

/** A service at these addresses, as its first user sees it. */
export const serviceFor = (api: string, live: string, token: string): DeployedService => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly sub: string }
  return { api, live, token, recipientId: claims.sub }
}

/** Plays the demo; answers how many chapters there are and how many operations were called. */
export const walkThrough = async (service: DeployedService, chapters: readonly Chapter[]): Promise<string> => {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
  }
  try {
    const { called } = await walk(chapters, { ...service, write })
    return `${chapters.length} chapters, ${called.size} operations`
  } catch (error) {
    throw new Error(`The walk failed after:\n${lines.slice(-6).join('\n')}`, { cause: error })
  }
}

const post = async ({ api, token }: DeployedService, path: string, body: object): Promise<Record<string, string>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<Record<string, string>>
}

/** Milliseconds from a test alert to its arrival at an overlay, by way of the table's stream and the WebSocket API. */
export const receiveAlert = async (service: DeployedService): Promise<number> => {
  const { ticket } = await post(service, '/overlays/commands/create-ticket', {})
  const overlay = await clientOf(`${service.live}?ticket=${ticket}`)
  overlay.send(resume())
  await overlay.until('welcome')
  const startedAt = Date.now()
  await post(service, '/alerts/commands/test-alert', { nickname: 'trial' })
  await overlay.until('alert')
  await overlay.close()
  return Date.now() - startedAt
}

/** Waits until a path answers with a status: an update takes effect a moment after it was made. */
const expectStatus = async ({ api }: DeployedService, path: string, status: number): Promise<void> => {
  let answered = 0
  for (let attempt = 0; attempt < 120 && answered !== status; attempt++) {
    if (attempt > 0) await delay(250)
    answered = (await fetch(`${api}${path}`)).status
  }
  if (answered !== status) throw new Error(`GET ${path} answered ${answered} in place of ${status}`)
}

/** @param statuses path → status */
export const expectStatuses = async (
  service: DeployedService,
  statuses: Readonly<Record<string, number>>,
): Promise<void> => {
  for (const [path, status] of Object.entries(statuses)) await expectStatus(service, path, status)
}

/** The lists that a streamer expects to find again. */
const keptLists = ['/history', '/payments', '/payments/gateways', '/overlays', '/messenger/announcers']

/** The service's answers for lists of what is stored. */
export const storedAnswers = ({ api, token }: DeployedService): Promise<readonly string[]> =>
  Promise.all(
    keptLists.map(async (path) => {
      const response = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
      return `GET ${path} answered ${response.status}: ${await response.text()}`
    }),
  )

/** @throws Error unless the service answers as before, and an alert comes to an overlay at the same address */
export const expectKept = async (service: DeployedService, before: readonly string[]): Promise<void> => {
  await expectStatus(service, '/health', 200)
  const now = await storedAnswers(service)
  const changed = now.find((answer, index) => answer !== before[index] || !answer.includes('answered 200'))
  if (changed !== undefined) throw new Error(`After the service was deployed again, ${changed}`)
  await receiveAlert(service)
}
