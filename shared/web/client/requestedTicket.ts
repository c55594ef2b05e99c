import { systemChance } from '../../runtime/chance.ts'
import type { Answer, Method } from './answer.ts'
import type { paths } from './generated/api.ts'
import { reconnectMs } from './live/connection.ts'
import type { ListeningOptions } from './live/listen.ts'
import { ServiceError } from './problem.ts'

/** The parts of a service's client that listeners need. */
export interface Service {
  readonly post: Method<'post'>
  readonly url: string
  /** The present access token. */
  readonly token: () => string | Promise<string>
}

/** Whether the service, or the gateway in front of it, does not accept the token. */
const isTokenRejected = ({ status }: { readonly status: number }): boolean => status === 401 || status === 403

type CreatedTicket = NonNullable<Answer<paths['/overlays/commands/create-ticket']['post']>['data']>

/** Requests tickets until it is closed. After a token was rejected, none is requested until there is another token. */
export const ticketRequests = ({ post, token }: Service, changed: ListeningOptions['changed']) => {
  let isClosed = false
  let endPause = (): void => undefined
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const anotherToken = async (rejected: string): Promise<void> => {
    changed?.('rejected')
    for (let attempts = 1; !isClosed && (await token()) === rejected; attempts++)
      await pause(reconnectMs(attempts, false, systemChance))
  }

  return {
    request: async (body: { readonly name: string } | { readonly session: true }): Promise<CreatedTicket> => {
      for (;;) {
        const used = await token()
        const { data, error } = await post('/overlays/commands/create-ticket', { body })
        if (data !== undefined) return data
        if (isTokenRejected(error)) await anotherToken(used)
        if (isClosed || !isTokenRejected(error)) throw new ServiceError(error)
      }
    },
    /** Asks for another token now. */
    hurry: (): void => endPause(),
    close: (): void => {
      isClosed = true
      endPause()
    },
  }
}
