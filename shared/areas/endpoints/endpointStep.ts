import { withinTime } from '../../mechanisms/outbound/withinTime.ts'
import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import { Conflict, retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import type { WakeUpQueue } from '../../mechanisms/wakeUps/wakeUpQueue.ts'
import { standardWebhookHeaders } from '../../mechanisms/webhooks/standardWebhooks.ts'
import { type Chance, systemChance } from '../../runtime/chance.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { log } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import {
  type Attempt,
  afterFailure,
  delivered,
  type EndpointMessage,
  eventIdOf,
  givenUp,
  handedOver,
  waitingUntil,
} from './endpointMessage.ts'
import { type EndpointRepository, type StoredEndpoint, unknownEndpoint } from './endpointRepository.ts'
import { longestPauseMs, patienceMs, shortestPauseMs } from './endpointTimes.ts'
import type { MessageRepository } from './messageRepository.ts'
import { withSubscription } from './subscriptions.ts'

/** A request to an endpoint, and storing its result, take at most this time, so none begins with less time left. */
const requestReserveMs = 8000
/** The endpoint wants no further message (Standard Webhooks, "status codes"). */
const gone = 410

/** An endpoint that takes longer is paused for so many times as long: it has a tenth of the time that others share. */
export const unhurriedMs = 1000
export const slowPauses = 10
/** An endpoint that has accepted a message within this time gets the next one from the worker without patience. */
export const quickMs = 300
export const shortPatienceMs = 1000
/** A port that has not ended so long after its patience never will. */
const overdueMs = 500

const pauseOfFailure = (since: string | undefined, now: number) => {
  const failingSince = since ?? new Date(now).toISOString()
  const lasted = now - Date.parse(failingSince)
  return { now, until: now + Math.min(longestPauseMs, Math.max(shortestPauseMs, lasted / 2)), failingSince }
}

/** Sends a request to an address of a stranger. The outcome of every failure is an attempt with its reason. */
export type PostToEndpoint = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  patienceMs: number,
) => Promise<Attempt & { readonly isAccepted: boolean }>

interface Ports {
  readonly worker: string
  /** Whether it waits for receivers that are slow, or not known to be quick; else it hands their messages over. */
  readonly isPatient: boolean
  readonly endpoints: Pick<EndpointRepository, 'find' | 'pause' | 'recordSuccess' | 'recordSlow' | 'disabling'>
  readonly messages: Pick<MessageRepository, 'replace'>
  readonly totals: Pick<TotalsRepository, 'read'>
  /** The table of recipients. */
  readonly recipients: string
  readonly apply: (writes: ReturnType<typeof totalsWrites>) => Promise<void>
  readonly cipher: Pick<Cipher, 'decrypt'>
  readonly post: PostToEndpoint
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
  readonly chance?: Chance
}

/**
 * Attempts to deliver a message. It may be attempted twice, with the same `webhook-id`: the result of a request that
 * was stored nowhere is not known. While an endpoint fails, it is paused: it gets one attempt after each pause. So does
 * one that is slow. A receiver that hangs takes no time of quick ones, because another worker waits for it.
 */
export const endpointStep = (ports: Ports) => {
  const { worker, isPatient, endpoints, messages, totals, recipients, apply, cipher, post, wakeUps } = ports
  const { clock = systemClock, chance = systemChance } = ports

  const settle = async (seen: EndpointMessage, next: EndpointMessage): Promise<void> => {
    const isStored = await messages.replace(seen.recipientId, seen, next)
    if (isStored && next.state === 'postponed' && next.dueAt !== undefined)
      await wakeUps.send('endpointMessages', seen, Date.parse(next.dueAt))
  }

  const secretsOf = (endpoint: StoredEndpoint): Promise<readonly string[]> => {
    const { recipientId, id: endpointId, secret, previousSecret, previousSecretUntil = 0 } = endpoint
    const open = (sealed: Uint8Array, field: 'endpoints.secret') =>
      cipher.decrypt(sealed, { recipientId, endpointId, field })
    const isRotating = previousSecret !== undefined && previousSecretUntil > epochSeconds(clock())
    return Promise.all([secret, ...(isRotating ? [previousSecret] : [])].map((each) => open(each, 'endpoints.secret')))
  }

  /** Disables an endpoint, which keeps the reason, unless its owner has changed it meanwhile. */
  const disable = (seen: StoredEndpoint, reason: string): Promise<void> =>
    retryOnConflict(async (conflict) => {
      const { recipientId, id } = seen
      const endpoint = conflict === undefined ? seen : await endpoints.find(recipientId, id)
      if (endpoint === undefined || !endpoint.enabled || endpoint.url !== seen.url) return
      const { endpoints: from } = await totals.read(recipientId)
      await apply([
        endpoints.disabling(recipientId, endpoint, reason, new Date(clock()), () => new Conflict()),
        ...totalsWrites(recipients, recipientId, { endpoints: { from, to: withSubscription(from, id, []) } }),
      ])
      log('WARN', 'endpoint', { worker, recipientId, code: 'endpoint_disabled' })
    })

  const fail = async (message: EndpointMessage, endpoint: StoredEndpoint, attempt: Attempt): Promise<void> => {
    const now = clock()
    const { failingSince } = endpoint
    const next = afterFailure(message, attempt, now, chance)
    const isGone = attempt.status === gone
    const isLasting = next.state === 'failed' && failingSince !== undefined && failingSince <= message.createdAt
    if (!isGone && !isLasting) {
      await endpoints.pause(message.recipientId, endpoint, pauseOfFailure(failingSince, now))
      return settle(message, next)
    }
    // The message goes first: a repetition that finds the endpoint disabled would replace its reason.
    await settle(message, isGone ? givenUp(next, attempt.reason ?? 'gone') : next)
    await disable(
      endpoint,
      isGone
        ? 'the endpoint answered 410 Gone'
        : `it has accepted nothing since ${failingSince}; the last reason: ${attempt.reason}`,
    )
  }

  return async (message: EndpointMessage): Promise<void> => {
    const { recipientId, endpointId, body } = message
    const endpoint = await endpoints.find(recipientId, endpointId)
    const now = clock()
    if (endpoint === undefined) return settle(message, givenUp(message, unknownEndpoint().message))
    if (!endpoint.enabled) return settle(message, givenUp(message, 'The endpoint is disabled.'))
    const { pausedUntil = 0 } = endpoint
    if (pausedUntil > now && !message.asked) return settle(message, waitingUntil(message, pausedUntil))
    if (message.giveUpAt < now) return settle(message, waitingUntil(message, now))
    if (remainingMs() < requestReserveMs) return settle(message, waitingUntil(message, now))
    if (!isPatient && !endpoint.isQuick) return settle(message, handedOver(message, now))
    const headers = standardWebhookHeaders(await secretsOf(endpoint), eventIdOf(message), epochSeconds(now), body)
    const sentAt = clock()
    const limitMs = isPatient ? patienceMs : shortPatienceMs
    const { isAccepted, ...attempt } = await withinTime(
      limitMs + overdueMs,
      post(endpoint.url, headers, body, limitMs),
    ).catch((): Awaited<ReturnType<PostToEndpoint>> => ({ isAccepted: false, reason: 'the attempt did not end' }))
    if (!isPatient && attempt.status === undefined) {
      await endpoints.recordSlow(recipientId, endpoint)
      return settle(message, handedOver(message, clock()))
    }
    if (!isAccepted) return fail(message, endpoint, attempt)
    const answeredAt = clock()
    const took = answeredAt - sentAt
    const isQuick = took <= quickMs
    if (endpoint.failingSince !== undefined || isQuick !== endpoint.isQuick)
      await endpoints.recordSuccess(recipientId, endpoint, isQuick)
    if (took > unhurriedMs)
      await endpoints.pause(recipientId, endpoint, { now: answeredAt, until: answeredAt + took * slowPauses })
    // The message goes last: until it is settled, a repetition records the endpoint again.
    return settle(message, delivered(message, attempt, answeredAt))
  }
}

export type EndpointStep = ReturnType<typeof endpointStep>
