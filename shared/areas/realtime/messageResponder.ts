import { Problem } from '../../contract/problem.ts'
import type { RateRepository } from '../../mechanisms/limits/rateRepository.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { showMessage, storedShow } from '../alerts/show.ts'
import type { ConfigValueStore } from '../config/configRepository.ts'
import type { shownLeaders } from '../leaders/shownLeaders.ts'
import { lastShown, type Overlay } from '../overlays/overlay.ts'
import { OverlayLook, overlayRecord } from '../overlays/overlayLook.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import { shownGoals } from '../totals/goal.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { UploadLinks } from '../uploads/uploadLinks.ts'
import { AnsweredMessage, longestClientMessage } from './clientMessages.ts'
import type { ConnectionStore, Listener } from './connectionStore.ts'
import type { Continuation, DeliveryRepository } from './deliveryRepository.ts'
import { dismissalMessage } from './dismissConnection.ts'
import { idleAcknowledgements } from './idleAcknowledgements.ts'
import { messageVersion } from './messageVersion.ts'
import type { NotifyAlertShown } from './notifyAlertShown.ts'
import type { ServerMessage } from './serverMessages.ts'
import type { SocketEvent } from './socketEvent.ts'
import type { SocketSender } from './socketSender.ts'

/** The most deliveries for one `resume`: sending them takes a second, and the overlay shows them for minutes. */
const resumeLimit = 20
/** A `resume` this soon after the overlay's last sign of life counts against the rate; others cost no write for it. */
const hurriedMs = 60_000

/** An overlay whose messages moved nothing forward may not come back before. */
const barredSeconds = 60

export interface ResponderPorts {
  readonly connections: Pick<ConnectionStore, 'find'>
  readonly overlays: Pick<OverlayRepository, 'attach' | 'acknowledge' | 'bar'>
  readonly deliveries: Pick<DeliveryRepository, 'page'>
  readonly totals: Pick<TotalsRepository, 'reached' | 'read'>
  readonly configs: Pick<ConfigValueStore, 'find'>
  readonly links: Pick<UploadLinks, 'look'>
  readonly leaders: ReturnType<typeof shownLeaders>
  readonly rates: Pick<RateRepository, 'spend' | 'spendOf'>
  readonly sender: SocketSender
  readonly notifyShown: NotifyAlertShown
  readonly clock?: Clock
}

const version = messageVersion

const malformed = (detail: string): ServerMessage => ({ version, type: 'error', code: 'malformed_message', detail })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const messageFrom = (body: string): AnsweredMessage | undefined =>
  body.length > longestClientMessage ? undefined : AnsweredMessage.safeParse(parsed(body)).data

/** Answers clients by messages, and resolves to a message's type; a closed connection gets none. */
export const messageResponder = ({
  connections,
  overlays,
  deliveries,
  totals,
  configs,
  links,
  leaders,
  rates,
  sender,
  notifyShown,
  clock = systemClock,
}: ResponderPorts) => {
  const sendAll = async (connectionId: string, messages: readonly ServerMessage[]): Promise<void> => {
    for (const message of messages) if (!(await sender.send(connectionId, message))) return
  }

  /**
   * The deliveries after the last one that a client has. A sequence that does not exist is older than an erasure, after
   * which sequences begin again.
   */
  const followingOf = async (
    recipientId: string,
    overlay: Pick<Overlay, 'acknowledged' | 'startsAfter'>,
    known = lastShown(overlay),
  ): Promise<Continuation & { readonly after: number; readonly unknown?: number }> => {
    const after = Math.max(overlay.acknowledged ?? 0, known)
    const found = await deliveries.page(recipientId, after, resumeLimit)
    const own = lastShown(overlay)
    const exists = found.messages.length > 0 || after <= own || (await totals.reached(recipientId, after)) !== undefined
    if (exists) return { after, ...found }
    return { after: own, unknown: after, ...(await deliveries.page(recipientId, own, resumeLimit)) }
  }

  /**
   * Attaches the connection to the overlay before it reads the missed deliveries: a delivery in between reaches the
   * overlay in one of the two ways, or in both.
   */
  const resume = async (
    event: SocketEvent,
    { recipientId, overlayId, endsAt }: Listener,
    known: number | undefined,
  ): Promise<readonly ServerMessage[]> => {
    const overlay = await overlays.attach(recipientId, overlayId, event, endsAt)
    if (typeof overlay === 'string') return [dismissalMessage(overlay)]
    const { lastSeenAt = '' } = overlay
    if (clock() - Date.parse(lastSeenAt) < hurriedMs) await rates.spend(recipientId, 'resumes')
    const [{ messages, ...range }, value, present] = await Promise.all([
      followingOf(recipientId, overlay, known),
      configs.find(recipientId, overlayRecord),
      totals.read(recipientId),
    ])
    const look = OverlayLook.safeParse(value).data
    const show = storedShow(present.show)
    const { goals, lastDelivery: sequence } = present
    const state = {
      ...(look && { look: links.look(recipientId, look) }),
      ...(show && { show: showMessage(show) }),
      ...(goals !== undefined && { goals: { goals: [...shownGoals(goals)], sequence } }),
      ...(overlay.part === 'leaders' && { leaders: await leaders(recipientId, look?.leaders ?? {}) }),
    }
    return [{ version, type: 'welcome', overlayId, ...range, ...state }, ...messages]
  }

  /** The answer when the recipient's rate is used up. */
  const refused = (error: unknown): readonly ServerMessage[] => {
    if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
    const { message: detail, retryAfter = hurriedMs / 1000 } = error
    return [{ version, type: 'error', code: 'rate_limited', detail, retryAfter: Math.ceil(retryAfter) }]
  }

  const isIdle = idleAcknowledgements()

  /**
   * Counts a message that moves nothing forward, and answers it; no other message costs a write for that. The
   * connection of whoever sends too many is closed, because all connections share the rate of a route.
   */
  const answerIdle = async (
    connectionId: string,
    { recipientId, overlayId }: Listener,
    answers: readonly ServerMessage[],
  ): Promise<readonly ServerMessage[]> => {
    try {
      await rates.spendOf(recipientId, overlayId, 'idleMessages')
      return answers
    } catch (error) {
      const [answer] = refused(error)
      await overlays.bar(recipientId, overlayId, epochSeconds(clock()) + barredSeconds)
      await sendAll(connectionId, [{ ...answer, retryAfter: barredSeconds } as ServerMessage])
      await sender.close(connectionId)
      return []
    }
  }

  /** Refuses a sequence that does not exist yet: it would suppress all deliveries up to it. */
  const acknowledge = async (
    connectionId: string,
    listener: Listener,
    sequence: number,
  ): Promise<readonly ServerMessage[]> => {
    const { recipientId, overlayId, endsAt } = listener
    // The page of a session shows nothing on the stream.
    if (endsAt !== undefined) return answerIdle(connectionId, listener, [])
    const reached = await totals.reached(recipientId, sequence)
    if (reached === undefined) {
      const answer = malformed(`There is no delivery ${sequence} yet, so it cannot be acknowledged.`)
      return answerIdle(connectionId, listener, [answer])
    }
    // An acknowledgement that is stored does not come again, so the endpoints are informed before.
    await notifyShown(recipientId, overlayId, reached.endpoints, sequence)
    const outcome = await overlays.acknowledge(recipientId, overlayId, sequence)
    if (outcome === 'revoked') return [dismissalMessage(outcome)]
    return outcome !== 'moved' && isIdle(connectionId, sequence, outcome) ? answerIdle(connectionId, listener, []) : []
  }

  const answersTo = async (
    message: AnsweredMessage | undefined,
    event: SocketEvent,
  ): Promise<readonly ServerMessage[]> => {
    const { connectionId } = event
    const listener = await connections.find(connectionId)
    if (listener === undefined) return []
    if (message?.type === 'resume') return resume(event, listener, message.after).catch(refused)
    if (message?.type === 'ack') return acknowledge(connectionId, listener, message.sequence)
    const expected = `JSON of at most ${longestClientMessage} characters: resume, ack or ping, version ${version}`
    return answerIdle(connectionId, listener, [malformed(`A message is ${expected}.`)])
  }

  return async (event: SocketEvent): Promise<AnsweredMessage['type'] | 'malformed'> => {
    const message = messageFrom(event.body)
    await sendAll(event.connectionId, await answersTo(message, event))
    return message?.type ?? 'malformed'
  }
}
