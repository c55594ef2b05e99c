import { tokenVerifier } from '../../shared/areas/realtime/tokenVerifier.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { providerHttp } from '../../shared/mechanisms/outbound/http.ts'
import { endpointHttp } from '../../shared/providers/endpointHttp.ts'
import { invocation } from '../../shared/runtime/invocation.ts'

const patienceMs = 300
/** `remainingMs` keeps a quarter of a second for the answer. */
const withPatience = <Result>(call: () => Promise<Result>): Promise<Result> =>
  invocation.run({ endsAt: Date.now() + 250 + patienceMs }, call)

const ended = (call: () => Promise<unknown>): Promise<unknown> =>
  withPatience(call).catch((error: unknown) => (error instanceof Problem ? error.code : String(error)))

const unsigned = `${Buffer.from('{"alg":"RS256","kid":"a"}').toString('base64url')}.e30.AA`

/** Every adapter by which the service calls somebody else, and how a call ended. */
export const outgoingCalls: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  webhook: async (url) => {
    const { isAccepted, reason } = await endpointHttp(url)(url, {}, '{}', patienceMs)
    return isAccepted || reason
  },
  send: (url) => ended(async () => (await providerHttp('Peer').send({ method: 'POST', url, body: '{}' })).status),
  read: (url) => ended(async () => (await providerHttp('Peer').read({ url })).status),
  issuerKeys: (url) => ended(() => tokenVerifier(url, ['client']).verify(unsigned)),
}

/** A function that makes one such call, as AWS's runtime client runs it. */
export const handler = ({ call, url }: { readonly call: string; readonly url: string }): Promise<unknown> | undefined =>
  outgoingCalls[call]?.(url)
