import { type Listening, type ListeningOptions, listen } from './live/listen.ts'
import { type Service, ticketRequests } from './requestedTicket.ts'

/**
 * Listens for a page whose user is signed in, as long as there is an access token. Each connection has a ticket of the
 * session, so nothing is stored that outlives the page or the session. It takes no place of overlays, and acknowledges
 * nothing, because it shows nothing on the stream.
 *
 * @throws Error where there is no `WebSocket`
 */
export const watchAlerts = (service: Service, options: ListeningOptions): Listening => {
  if (globalThis.WebSocket === undefined) throw new Error('there is no WebSocket here: alerts need Node.js 22 or newer')
  const tickets = ticketRequests(service, options.changed)
  const credentials = {
    progress: { shown: undefined, ahead: [] },
    isDoubtful: false,
    acknowledges: false,
    welcomed: () => undefined,
    address: async () => {
      const { ticket, webSocketUrl } = await tickets.request({ session: true })
      return `${webSocketUrl}?ticket=${ticket}`
    },
  }
  const listening = listen(credentials, options)
  listening.open()
  return {
    open: () => {
      tickets.hurry()
      listening.open()
    },
    close: () => {
      tickets.close()
      listening.close()
    },
  }
}
