import * as z from 'zod/mini'
import type { EventSubscription, EventSubscriptions } from '../areas/platforms/eventSubscriptions.ts'
import { allowedEvents, knownEvents } from '../areas/platforms/subscribedEvents.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { appRequests } from './appRequests.ts'
import type { PlatformUrls } from './platformUrls.ts'
import { accountIn, TwitchCondition } from './twitchCondition.ts'

/** Where Twitch sends events, and the parameters with the secret with which it signs them. */
interface Webhook {
  readonly callback: string
  readonly parameters: () => Promise<Parameters<'twitchEvents'>>
}

const http = providerHttp('Twitch')

const events = knownEvents('twitch')

/** Follows are read as a moderator of the channel, which its owner is; a raid goes to a channel. */
const conditionOf = (event: string, accountId: string) => {
  if (event === 'channel.raid') return { to_broadcaster_user_id: accountId }
  if (event === 'channel.follow') return { broadcaster_user_id: accountId, moderator_user_id: accountId }
  return { broadcaster_user_id: accountId }
}

const versionOf = (event: string): string => (event === 'channel.follow' ? '2' : '1')

const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  type: z.string(),
  condition: TwitchCondition,
  transport: z.object({ callback: z.optional(z.string()) }),
})
const Subscriptions = z.object({
  data: z.array(Subscription),
  pagination: z.optional(z.object({ cursor: z.optional(z.string()) })),
})

const states: Readonly<Record<string, EventSubscription['state']>> = {
  enabled: 'active',
  webhook_callback_verification_pending: 'pending',
}

const stateOf = (status: string): EventSubscription['state'] => states[status] ?? 'ended'

/**
 * The app's subscriptions to EventSub whose events come to this deployment.
 *
 * @see https://dev.twitch.tv/docs/eventsub/manage-subscriptions
 */
export const twitchSubscriptions = (
  { identity, api }: PlatformUrls,
  parameters: () => Promise<Parameters<'twitch'>>,
  { callback, parameters: webhookParameters }: Webhook,
): EventSubscriptions => {
  const url = `${api}/helix/eventsub/subscriptions`

  const send = appRequests(http, `${identity}/oauth2/token`, async () => {
    const credentials = await parameters()
    return { clientId: credentials['twitch/client-id'], clientSecret: credentials['twitch/client-secret'] }
  })

  /** Another deployment may use the same app, and has another address. */
  const ownFrom = (data: readonly z.output<typeof Subscription>[]): readonly EventSubscription[] =>
    data.flatMap(({ id, status, type, condition, transport }) => {
      const accountId = accountIn(condition)
      return transport.callback === callback && events.includes(type) && accountId !== undefined
        ? [{ id, accountId, event: type, state: stateOf(status) }]
        : []
    })

  const list = async (accountId?: string): Promise<readonly EventSubscription[]> => {
    const found: EventSubscription[] = []
    let after: string | undefined
    do {
      const query = new URLSearchParams({ ...(accountId && { user_id: accountId }), ...(after && { after }) })
      const { data, pagination } = http.parse(await send({ url: `${url}?${query}` }, [200]), Subscriptions)
      found.push(...ownFrom(data))
      after = pagination?.cursor
    } while (after)
    return found
  }

  return {
    events: (granted) => allowedEvents('twitch', granted),

    list,

    add: async (accountId, event) => {
      const { 'twitch/events-secret': secret } = await webhookParameters()
      const wanted = {
        type: event,
        version: versionOf(event),
        condition: conditionOf(event, accountId),
        transport: { method: 'webhook', callback, secret },
      }
      // 409: the subscription is there already. Since April 2026 the answer names it, but not its state.
      const answer = await send({ method: 'POST', url, body: JSON.stringify(wanted) }, [202, 409])
      const kept = answer.status === 409 ? await list(accountId) : ownFrom(http.parse(answer, Subscriptions).data)
      return kept.some((each) => each.event === event && each.state === 'active') ? 'active' : 'pending'
    },

    remove: async (id) => {
      await send({ method: 'DELETE', url: `${url}?${new URLSearchParams({ id })}` }, [204, 404])
    },
  }
}
