import { backoffMs } from '../../runtime/backoffMs.ts'
import { type Chance, systemChance } from '../../runtime/chance.ts'

export type Send = (request: Request) => Promise<Response>

export const mostAttempts = 5
const firstDelayMs = 300
/** A longer `Retry-After` is left to the caller: somebody waits in front of the screen. */
export const longestDelayMs = 10_000

const troubled: ReadonlySet<number> = new Set([500, 502, 503, 504])

/** Whether a request may be sent again after it may have had its effect. */
const isRepeatable = ({ method, headers }: Request): boolean => method === 'GET' || headers.has('idempotency-key')

const isInProgress = async (response: Response): Promise<boolean> => {
  if (response.status !== 409) return false
  const { code } = (await response.clone().json()) as { readonly code?: string }
  return code === 'request_in_progress'
}

/** Whether the same request can succeed later. One over the rate had no effect and can be repeated without a key. */
const canSucceedLater = async (request: Request, response: Response): Promise<boolean> => {
  if (response.status === 429) return true
  return isRepeatable(request) && (troubled.has(response.status) || (await isInProgress(response)))
}

const delayAfter = (response: Response | undefined, attempt: number, chance: Chance): number => {
  const retryAfterMs = Number(response?.headers.get('retry-after') ?? 0) * 1000
  return Math.max(retryAfterMs || 0, backoffMs(attempt, firstDelayMs, undefined, chance))
}

const waiting = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/**
 * Sends a request again, at most four times, when its answer was lost or it can succeed later. A command without an
 * `Idempotency-Key` is sent again only if it was over the rate. The last answer is returned, also a failure.
 */
export const retryingFetch =
  (send: Send, chance = systemChance): Send =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === mostAttempts
      let response: Response | undefined
      try {
        response = await send(request.clone())
      } catch (error) {
        if (isLast || request.signal.aborted || !isRepeatable(request)) throw error
      }
      const delay = delayAfter(response, attempt, chance)
      if (response !== undefined && (isLast || delay > longestDelayMs || !(await canSucceedLater(request, response))))
        return response
      await waiting(delay, request.signal)
    }
  }
