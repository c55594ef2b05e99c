import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { streamStartedTrigger } from '../../../shared/areas/platforms/triggers.ts'
import type { InvocationTrace } from '../../local/runner/invocationTraces.ts'
import { manualWebhook } from '../../local/sandbox/eventSenders.ts'
import type { Figure } from './figure.ts'
import { delay } from './operationTraces.ts'
import { pricedWay } from './pricedWay.ts'
import { dollarsPerMillion } from './statistics.ts'
import { apiWithWorkers, type TracedApi } from './tracedApi.ts'

const goal = 20e-6
/** Milliseconds for which a function waits for the messenger. */
const messengerMs = 200
const recipient = 'announced'

/** A recipient whose starts are announced in a chat of their own. */
const starterOf = async (api: TracedApi, recipient: string, chatId: number) => {
  const Item = { chat: `main#${chatId}`, recipientId: recipient, accountId: 'main', chatId }
  await api.client.send(new PutCommand({ TableName: api.table('chats'), Item }))
  const announcer = { accountId: 'main', chatId, text: 'The stream has begun', trigger: streamStartedTrigger }
  await api.call('addAnnouncer', { recipient, body: announcer })
  return async (): Promise<void> => {
    const { headers, body } = manualWebhook(streamStartedTrigger, { recipientId: recipient, streamId: 'stream' })
    const { status } = await fetch(`${api.url}/platforms/webhooks/manual`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`the event was answered ${status}`)
    await api.ended('sendAnnouncement')
  }
}

const announce = async (): Promise<readonly InvocationTrace[]> => {
  const api = await apiWithWorkers()
  // The first also fetches the parameters that each process keeps from then on.
  const [first, second] = [await starterOf(api, 'first', -1001), await starterOf(api, recipient, -1002)]
  await api.during(first)
  api.setFaults(delay)
  const traces = await api.during(second)
  api.setFaults({ rules: [] })
  const [{ id }] = (await api.call('listAnnouncers', { recipient })).body
  const { outcome } = (await api.call('getAnnouncer', { recipient, params: { id } })).body.lastAnnouncement
  if (outcome !== 'posted') throw new Error(`the start was not posted: ${outcome}`)
  return traces
}

export const announcement: Figure = {
  name: 'announcement',
  title: 'A stream that starts, from the event of its platform to the post in one chat',
  goal: `≤ ${dollarsPerMillion(goal)} per million`,
  field: 'no price is published: a hosted bot announces for free, for its own reasons',
  before: { on: '2026-11-24', found: 'not measured' },
  measure: async () => {
    return {
      ...pricedWay(await announce(), goal, { sendAnnouncement: messengerMs }),
      remarks: [`the messenger answers in ${messengerMs} ms`],
    }
  },
}
