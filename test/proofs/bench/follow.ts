import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { InvocationTrace } from '../../local/runner/invocationTraces.ts'
import { twitchRaid } from '../../support/twitchRaid.ts'
import { overlayOf } from './donation.ts'
import type { Figure } from './figure.ts'
import { delay } from './operationTraces.ts'
import { pricedWay } from './pricedWay.ts'
import { dollarsPerMillion } from './statistics.ts'
import { apiWithWorkers } from './tracedApi.ts'

/** Dollars of one: a donation's price, and the end of the waiting, which a payment has none of. */
const goal = 12.5e-6
const recipient = 'raided'

/** A raid has the same calls as a follow, and needs no scope. */
const raid = async (): Promise<readonly InvocationTrace[]> => {
  const api = await apiWithWorkers()
  const account = 'raided-account'
  const Item = { account: `twitch#${account}`, recipientId: recipient }
  await api.client.send(new PutCommand({ TableName: api.table('accountLinks'), Item }))
  const overlay = await overlayOf(api, recipient)
  const once = async (): Promise<void> => {
    const { headers, body } = twitchRaid(account, 'Bob')
    const { status } = await fetch(`${api.url}/platforms/webhooks/twitch`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`the event was answered ${status}`)
    await overlay.show()
  }
  // The first also fetches the parameters that each process keeps from then on.
  await api.during(once)
  api.setFaults(delay)
  const traces = await api.during(once)
  api.setFaults({ rules: [] })
  await overlay.close()
  return traces
}

export const follow: Figure = {
  name: 'follow',
  title:
    'A follow, subscription, gift, cheer or raid, from the event of its platform to the acknowledgement of an overlay',
  goal: `≤ ${dollarsPerMillion(goal)} per million`,
  field: 'no price is published: hosted services (StreamElements, Streamlabs) keep theirs to themselves',
  before: { on: '2026-11-25', found: 'not measured' },
  measure: async () => pricedWay(await raid(), goal),
}
