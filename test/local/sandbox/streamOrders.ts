import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { send } from './failures.ts'
import type { SandboxResponse } from './standIn.ts'
import type { StreamReport, StreamSender } from './streamSender.ts'
import type { TwitchSender } from './twitch.ts'
import { vkLiveStreams } from './vkLive.ts'

/** Where another process orders what happens at the platforms. */
export const streamPath = '/streams'

/**
 * What is to happen at a platform: a stream starts or ends, the audience acts, subscriptions are dropped or shown, or
 * Twitch gives an event up.
 */
export interface StreamOrder extends StreamReport {
  /** VK Video Live sends no events, so its streams only start and end, and its account is named by its channel. */
  readonly platform: 'kick' | 'twitch' | 'vkLive'
  readonly accountId: string
  readonly what: 'start' | 'end' | 'drop' | 'show' | 'audience' | 'giveUp'
  /** What the audience does: the platform's name of it, and the members of its event beside the channel. */
  readonly audience?: { readonly type: string; readonly event: object }
  /** The event that Twitch gives up. */
  readonly givenUp?: string | undefined
  /** Where events go whose subscription names no address: the one in the settings of the app. */
  readonly webhookUrl: string
}

interface Senders {
  readonly kick: StreamSender
  readonly twitch: TwitchSender
}

const deliver = async (
  sender: StreamSender,
  { accountId, what, audience, webhookUrl, stream, unnamed, members }: StreamOrder,
): Promise<SandboxResponse> => {
  let event: ReturnType<StreamSender['stream']>
  try {
    event = audience
      ? sender.audience(accountId, audience.type, audience.event)
      : sender.stream(accountId, what === 'start', { stream, unnamed, members })
  } catch (error) {
    return { status: 409, body: { message: (error as Error).message } }
  }
  const { headers, body, callback = webhookUrl } = event
  const answer = await fetch(callback, { method: 'POST', headers, body })
  return { status: 200, body: { callback, answered: answer.status } }
}

const changeVkLive = ({ accountId, what, stream = '1' }: StreamOrder): SandboxResponse => {
  if (what === 'end') vkLiveStreams.delete(accountId)
  else if (what === 'start') vkLiveStreams.set(accountId, { id: stream, startedAt: new Date() })
  else return { status: 409, body: { message: 'its streams only start and end' } }
  return { status: 200, body: {} }
}

/** Tells the subscribers of an account's event that it does not come any more. */
const giveUp = async (
  sender: TwitchSender,
  { platform, accountId, givenUp }: StreamOrder,
): Promise<SandboxResponse> => {
  if (platform !== 'twitch' || givenUp === undefined)
    return { status: 409, body: { message: 'Twitch alone gives an event up, which has to be named' } }
  const answered: number[] = []
  for (const { callback, headers, body } of sender.giveUp(accountId, givenUp))
    if (callback !== undefined) answered.push((await fetch(callback, { method: 'POST', headers, body })).status)
  return { status: 200, body: { answered } }
}

const perform = async (senders: Senders, order: StreamOrder): Promise<SandboxResponse> => {
  if (order.platform === 'vkLive') return changeVkLive(order)
  if (order.what === 'giveUp') return giveUp(senders.twitch, order)
  const sender: StreamSender | undefined = senders[order.platform]
  if (sender === undefined) return { status: 404, body: { message: 'no such platform' } }
  if (order.what === 'start' || order.what === 'end' || order.what === 'audience') return deliver(sender, order)
  if (order.what === 'drop') sender.drop(order.accountId)
  const shown = sender.subscriptions(order.accountId).map(({ event, status }) => ({ event, status }))
  return { status: 200, body: { subscriptions: shown } }
}

/** Does what another process orders. */
export const answerOrder = async (
  senders: Senders,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    send(response, await perform(senders, (await json(incoming)) as StreamOrder))
  } catch {
    response.destroy()
  }
}
