import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core'
import { clientOf, request, tokenFor } from '../../../support/apiClient.ts'
import { standardSecret, standardWebhook } from '../../../support/gatewayWebhooks.ts'

/** One thing that happened on the stage. */
interface StageEvent {
  readonly what: 'appeared' | 'left' | 'cut'
  readonly nickname: string
}

/** A browser source with an overlay in it. */
export interface OverlayPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly url: string
  /** Nicknames of the alerts that were shown to their end since the page was loaded, in order. */
  shown(): Promise<readonly string[]>
  /** Nicknames of the alerts that have appeared since the page was loaded, in order. */
  appeared(): Promise<readonly string[]>
  /** What went wrong in the page: errors, and breaches of its policy. */
  readonly complaints: readonly string[]
  /** Cuts the connection, if it goes through here, and lets no other come about until `reconnect`. */
  disconnect(): Promise<void>
  reconnect(): void
  close(): Promise<void>
}

export interface OverlayOptions {
  readonly recipient?: string
  /** Address of an overlay that there is. */
  readonly url?: string
  readonly context?: BrowserContext
  readonly settings?: string
  readonly reducedMotion?: boolean
}

/** Notes what appears on the stage and leaves it; runs in the page, before its own script. */
const watchStage = () => {
  const events: StageEvent[] = []
  Object.assign(globalThis, { stageEvents: events })
  const nicknameOf = (card: Element) => card.querySelector('.nickname')?.textContent ?? ''
  const record = ({ addedNodes, removedNodes }: MutationRecord) => {
    for (const node of addedNodes) {
      if (node instanceof Element && node.matches('#stage > .alert'))
        events.push({ what: 'appeared', nickname: nicknameOf(node) })
    }
    for (const node of removedNodes) {
      if (node instanceof Element && node.matches('.alert'))
        events.push({ what: node.matches('.leaving') ? 'left' : 'cut', nickname: nicknameOf(node) })
    }
  }
  new MutationObserver((records) => records.forEach(record)).observe(document, { childList: true, subtree: true })
}

/** The address of a new overlay. */
export const newOverlayUrl = async (recipient: string, part?: string): Promise<string> => {
  const { body } = await request('POST', '/overlays/commands/create-ticket', {
    token: await tokenFor(recipient),
    body: { ...(part && { part }) },
  })
  return body.overlayUrl
}

/** Shows a donation as a streamer would test it; resolves to the id to repeat it by. */
export const donate = async (recipient: string, nickname: string, more: object = {}): Promise<string> => {
  const body = { nickname, message: 'Great stream!', amount: { major: 12, minor: 34, currency: 'EUR' }, ...more }
  const answer = await request('POST', '/alerts/commands/test-alert', { token: await tokenFor(recipient), body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.historyItemId
}

/** Deletes a history item. */
export const remove = async (recipient: string, historyItemId: string | undefined): Promise<void> => {
  const answer = await clientOf(recipient)('POST', '/history/commands/delete-item', { historyItemId })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

/** A gateway of the recipient, which reports what happens to its donations; each report resolves to the id of the payment. */
export const gatewayOf = async (recipient: string) => {
  const secret = standardSecret(recipient)
  const gateway = await clientOf(recipient)('POST', '/payments/commands/set-gateway', {
    gateway: 'manual',
    type: 'fiat',
    secret,
  })
  const amount = { major: 5, minor: 0, currency: 'EUR' }
  return async (type: string, details: object = {}): Promise<string> => {
    const report = { type, timestamp: new Date().toISOString(), data: { gatewayId: randomUUID(), amount, ...details } }
    const { body, headers } = standardWebhook(secret, report)
    const answer = await request('POST', new URL(gateway.body.webhookUrl).pathname, { body, headers })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.paymentId
  }
}

/** Reports a donation as a gateway does; the id of the payment. */
export const pay = async (recipient: string, nickname: string, details: object = {}): Promise<string> =>
  (await gatewayOf(recipient))('payment.completed', { nickname, ...details })

/** What the trace of a payment says of the recipient's only overlay. */
export const overlayStep = async (recipient: string, paymentId: string) => {
  const { body } = await clientOf(recipient)('GET', `/payments/${paymentId}/trace`)
  return body.steps.find(({ step }: { readonly step: string }) => step === 'overlay')
}

/** Opens an overlay as a browser source of 1920 by 1080 does. */
export const openOverlay = async (browser: Browser, options: OverlayOptions): Promise<OverlayPage> => {
  const { settings = 'seconds=0.5&volume=0', reducedMotion = false } = options
  const url = options.url ?? (await newOverlayUrl(options.recipient ?? ''))
  const context = options.context ?? (await browser.newContext({ viewport: { width: 1920, height: 1080 } }))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text())
  })
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/live\?/, (socket) => {
    if (isCut) return void socket.close()
    sockets.add(socket)
    socket.connectToServer()
  })
  if (reducedMotion) await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(watchStage)
  await page.goto(url.replace('#', `#${settings}&`))
  const events = (what: StageEvent['what']) =>
    page.evaluate(
      (wanted) =>
        (globalThis as unknown as { stageEvents: StageEvent[] }).stageEvents
          .filter((event) => event.what === wanted)
          .map(({ nickname }) => nickname),
      what,
    )
  return {
    page,
    context,
    url,
    shown: () => events('left'),
    appeared: () => events('appeared'),
    complaints,
    disconnect: async () => {
      isCut = true
      await Promise.all([...sockets].map((socket) => socket.close()))
      sockets.clear()
    },
    reconnect: () => {
      isCut = false
    },
    close: () => (options.context === undefined ? context.close() : page.close()),
  }
}

/** Waits until the overlay is connected. */
export const online = ({ page }: OverlayPage) => page.waitForSelector('body[data-state=online]', { timeout: 120_000 })
