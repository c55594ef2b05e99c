import type { ClientMessage, ServerMessage } from '../../shared/web/client/live/messages.ts'

/** A browser's WebSocket whose other end is the test. */
export class BrowserSocket extends EventTarget {
  static opened: BrowserSocket[] = []
  static readonly OPEN = 1
  readyState = BrowserSocket.OPEN
  readonly url: string
  readonly sent: ClientMessage[] = []
  closings = 0

  constructor(url: string) {
    super()
    this.url = url
    BrowserSocket.opened.push(this)
  }

  receive(...messages: readonly ServerMessage[]): void {
    for (const message of messages) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  cut(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closings += 1
  }
}
