import type { LogLine } from '../lambda/invocation.ts'
import { ownAgent } from '../ownAgent.ts'

interface GatewayEvent {
  readonly requestContext?: {
    readonly http?: { readonly userAgent?: string }
    readonly identity?: { readonly userAgent?: string }
  }
}

/** Their lines may come after the answer, but not this many invocations later. */
const kept = 100

/** Knows the invocations that the program has asked for by itself, such as those that make a link to print. */
export const ownInvocations = () => {
  const ids = new Set<string>()
  return {
    onAccepted: (requestId: string, event: unknown): void => {
      const { http, identity } = (event as GatewayEvent | null)?.requestContext ?? {}
      if ((http ?? identity)?.userAgent !== ownAgent) return
      ids.add(requestId)
      for (const id of [...ids].slice(0, -kept)) ids.delete(id)
    },
    /** Whether it is an ordinary line of such an invocation; the platform's lines are about failures. */
    hasWritten: ({ stream, requestId }: LogLine): boolean =>
      stream === 'stdout' && requestId !== undefined && ids.has(requestId),
  }
}
