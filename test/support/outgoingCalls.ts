import { tokenVerifier } from '../../shared/areas/realtime/tokenVerifier.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { providerHttp } from '../../shared/mechanisms/outbound/http.ts'
import { endpointHttp } from '../../shared/providers/endpointHttp.ts'
import { invocation } from '../../shared/runtime/invocation.ts'

/** How a call ended that has so many milliseconds: `remainingMs` keeps a quarter of a second for the answer. */
const ended = (patienceMs: number, call: () => Promise<unknown>): Promise<unknown> =>
  invocation
    .run({ endsAt: Date.now() + 250 + patienceMs }, call)
    .catch((error: unknown) => (error instanceof Problem ? error.code : String(error)))

const unsigned = `${Buffer.from('{"alg":"RS256","kid":"a"}').toString('base64url')}.e30.AA`

/** Every adapter by which the service calls somebody else, and how a call ended. */
export const outgoingCalls: Readonly<Record<string, (url: string, patienceMs: number) => Promise<unknown>>> = {
  webhook: async (url, patienceMs) => {
    const { isAccepted, reason } = await endpointHttp(url)(url, {}, '{}', patienceMs)
    return isAccepted || reason
  },
  send: (url, patienceMs) =>
    ended(patienceMs, async () => (await providerHttp('Peer').send({ method: 'POST', url, body: '{}' })).status),
  read: (url, patienceMs) => ended(patienceMs, async () => (await providerHttp('Peer').read({ url })).status),
  issuerKeys: (url, patienceMs) => ended(patienceMs, () => tokenVerifier(url, ['client']).verify(unsigned)),
}

interface OutgoingCall {
  readonly call: string
  readonly url: string
  readonly patienceMs: number
}

/** A function that makes one such call, as AWS's runtime client runs it. */
export const handler = ({ call, url, patienceMs }: OutgoingCall): Promise<unknown> | undefined =>
  outgoingCalls[call]?.(url, patienceMs)
