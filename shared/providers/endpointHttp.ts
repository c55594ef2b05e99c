import type { LookupOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { type ClientRequest, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIPv4 } from 'node:net'
import { callbackify } from 'node:util'
import type { PostToEndpoint } from '../areas/endpoints/endpointStep.ts'
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
const refuseOtherPeers = (request: ClientRequest): void => {
  request.once('socket', (socket) =>
    socket.once('connect', () => {
      if (!isPublicAddress(socket.remoteAddress ?? '')) request.destroy(new RefusedAddress(refusedAddress))
    }),
  )
}

/** A reason in words of our own: those of an error have the address that a name leads to. */
const reasonOf = (error: Error & { readonly code?: string }, patienceMs: number): string => {
  if (error instanceof RefusedAddress) return error.message
  if (error.name === 'AbortError') return `no answer within ${patienceMs / 1000} s`
  return `no connection, or no HTTP: ${error.code ?? error.name}`
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
  (url, headers, body, patienceMs) =>
    new Promise((settle) => {
      const refuse = (reason: string) => settle({ isAccepted: false, reason })
      const refusal = refusalOfAddress(url, trusted)
      if (refusal !== undefined) return refuse(refusal)
      const isGuarded = !isTrusted(url, trusted)
      const request = (new URL(url).protocol === 'https:' ? secureRequest : plainRequest)(
        url,
        {
          method: 'POST',
          agent: false,
          signal: AbortSignal.timeout(patienceMs),
          ...(isGuarded && { autoSelectFamily: true, lookup: publicLookup(resolve) }),
          headers: {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(body)),
            'user-agent': 'streaming-support-service',
            ...headers,
          },
        },
        (response) => {
          settle(outcomeOf(response.statusCode ?? 0))
          response.destroy()
        },
      )
      if (isGuarded) refuseOtherPeers(request)
      request.on('error', (error) => refuse(reasonOf(error, patienceMs)))
      request.end(body)
    })
