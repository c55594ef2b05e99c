import { Agent } from 'node:https'
import type { Duplex } from 'node:stream'

/** An agent that can connect before there is a request; the first request takes that connection. */
export class EarlyAgent extends Agent {
  #early: Duplex | undefined

  /** A connection that fails or ends before its use is forgotten, and the request opens one of its own. */
  connect(host: string, port = 443): void {
    const servername = /^[\d.]+$/.test(host) ? '' : host
    const forget = () => {
      this.#early = undefined
    }
    this.#early = super.createConnection({ ...this.options, host, port, servername }) ?? undefined
    this.#early?.once('error', forget).once('close', forget)
  }

  override createConnection(...given: Parameters<Agent['createConnection']>) {
    const early = this.#early
    this.#early = undefined
    return early ?? super.createConnection(...given)
  }
}
