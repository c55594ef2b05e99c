import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { send } from './failures.ts'
import type { SandboxResponse } from './standIn.ts'
import type { StreamReport, StreamSender } from './streamSender.ts'
import { vkLiveStreams } from './vkLive.ts'

/** Where another process orders what happens at the platforms. */
export const streamPath = '/streams'

/** What is to happen at a platform: a stream starts or ends, the audience acts, subscriptions are dropped or shown. */
export interface StreamOrder extends StreamReport {
  /** VK Video Live sends no events, so its streams only start and end, and its account is named by its channel. */
  readonly platform: 'kick' | 'twitch' | 'vkLive'
  readonly accountId: string
  readonly what: 'start' | 'end' | 'drop' | 'show' | 'audience'
  /** What the audience does: the platform's name of it, and the members of its event beside the channel. */
  readonly audience?: { readonly type: string; readonly event: object }
  /** Where events go whose subscription names no address: the one in the settings of the app. */
  readonly webhookUrl: string
}

const deliver = async (
  sender: StreamSender,
  { accountId, what, audience, webhookUrl, stream, unnamed }: StreamOrder,
): Promise<SandboxResponse> => {
  let event: ReturnType<StreamSender['stream']>
  try {
    event = audience
      ? sender.audience(accountId, audience.type, audience.event)
      : sender.stream(accountId, what === 'start', { stream, unnamed })
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

const perform = async (
  senders: Readonly<Record<string, StreamSender>>,
  order: StreamOrder,
): Promise<SandboxResponse> => {
  if (order.platform === 'vkLive') return changeVkLive(order)
  const sender = senders[order.platform]
  if (sender === undefined) return { status: 404, body: { message: 'no such platform' } }
  if (order.what === 'start' || order.what === 'end' || order.what === 'audience') return deliver(sender, order)
  if (order.what === 'drop') sender.drop(order.accountId)
  const shown = sender.subscriptions(order.accountId).map(({ event, status }) => ({ event, status }))
  return { status: 200, body: { subscriptions: shown } }
}

/** Does what another process orders. */
export const answerOrder = async (
  senders: Readonly<Record<string, StreamSender>>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  try {
    send(response, await perform(senders, (await json(incoming)) as StreamOrder))
  } catch {
    response.destroy()
  }
}
