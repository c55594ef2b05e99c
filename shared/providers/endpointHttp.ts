import type { LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIPv4, type Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { PostToEndpoint } from '../areas/endpoints/endpointStep.ts'
import { exchange, Upgraded } from '../mechanisms/outbound/exchange.ts'
import { OutOfTime } from '../mechanisms/outbound/withinTime.ts'
import { isTrusted, refusalOfAddress, refusedAddress } from './endpointAddress.ts'
import { isPublicAddress } from './isPublicAddress.ts'

class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

/** The IP addresses of a name. */
type Resolve = (hostname: string) => Promise<readonly string[]>

/** It asks the name servers itself: the system's lookups wait for each other in four threads. */
const resolver = new Resolver({ timeout: 1000, tries: 2 })

const resolvedAddresses: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [{ reason } = { reason: undefined }] = answers.filter((answer) => answer.status === 'rejected')
  if (found.length === 0) throw reason
  return found
}

/** Resolves a name for a connection, and refuses it if one of its addresses is not public. */
const publicLookup = (resolve: Resolve) =>
  callbackify(async (hostname: string, _options: LookupOptions) => {
    const found = await resolve(hostname)
    if (!found.every(isPublicAddress)) throw new RefusedAddress(refusedAddress)
    return found.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }))
  })

/** Ends the request if the connection leads to another address than those that were resolved. */
const refuseOtherPeers = (socket: Socket, end: (reason: Error) => void): void => {
  socket.once('connect', () => {
    if (!isPublicAddress(socket.remoteAddress ?? '')) end(new RefusedAddress(refusedAddress))
  })
}

/** Node's and OpenSSL's codes of a certificate that is not trusted: the receiver has TLS, and its owner can mend it. */
const ofCertificate = /CERT|SIGNATURE|ALTNAME/

/**
 * A reason in words of our own. Those of an error have the address that a name leads to, and its code says whether a
 * port is open. So a closed port, a port without HTTP, and a connection that breaks have the same reason.
 */
const reasonOf = (error: unknown, patienceMs: number): string => {
  if (error instanceof RefusedAddress) return error.message
  if (error instanceof OutOfTime) return `no answer within ${patienceMs / 1000} s`
  if (error instanceof Upgraded) return 'answered 101, which is not followed'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (ofCertificate.test(code)) return `the certificate is not trusted: ${code}`
  return 'no connection, or no HTTP'
}

const outcomeOf = (status: number): Awaited<ReturnType<PostToEndpoint>> => {
  if (status >= 200 && status < 300) return { status, isAccepted: true }
  const isRedirect = status >= 300 && status < 400
  return { status, isAccepted: false, reason: `answered ${status}${isRedirect ? ', which is not followed' : ''}` }
}

/**
 * Sends requests to addresses that strangers have given: by https, to public addresses alone, which are checked when
 * the name is resolved and again when the connection is open. Redirects are not followed, and an answer ends with its
 * headers: its body is not read.
 *
 * @param trusted a URL whose scheme and host may be anywhere and without TLS
 */
export const endpointHttp =
  (trusted: string, resolve = resolvedAddresses): PostToEndpoint =>
  async (url, headers, body, patienceMs) => {
    const refusal = refusalOfAddress(url, trusted)
    if (refusal !== undefined) return { isAccepted: false, reason: refusal }
    const isGuarded = !isTrusted(url, trusted)
    const options = {
      method: 'POST',
      agent: false,
      ...(isGuarded && { autoSelectFamily: true, lookup: publicLookup(resolve) }),
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'streaming-support-service',
        ...headers,
      },
    }
    const outgoing = { url, body, limitMs: patienceMs, options, ...(isGuarded && { onSocket: refuseOtherPeers }) }
    try {
      return await exchange(outgoing, (response) => {
        response.destroy()
        return outcomeOf(response.statusCode ?? 0)
      })
    } catch (error) {
      return { isAccepted: false, reason: reasonOf(error, patienceMs) }
    }
  }
