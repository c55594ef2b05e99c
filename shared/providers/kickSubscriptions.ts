import * as z from 'zod/mini'
import type { EventSubscriptions } from '../areas/platforms/eventSubscriptions.ts'
import { allowedEvents, knownEvents } from '../areas/platforms/subscribedEvents.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { appRequests } from './appRequests.ts'
import type { PlatformUrls } from './platformUrls.ts'

const http = providerHttp('Kick')

const events = knownEvents('kick')

const Subscriptions = z.object({
  data: z.nullish(z.array(z.object({ id: z.string(), broadcaster_user_id: z.int(), event: z.string() }))),
})

/** Kick answers 200 also when it refuses an event. */
const Added = z.object({ data: z.array(z.object({ subscription_id: z.nullish(z.string()) })) })

/**
 * The app's subscriptions at Kick, which sends the events to the one address in the app's settings.
 *
 * @see https://docs.kick.com/events/subscribe-to-events
 */
export const kickSubscriptions = (
  { identity, api }: PlatformUrls,
  parameters: () => Promise<Parameters<'kick'>>,
): EventSubscriptions => {
  const url = `${api}/public/v1/events/subscriptions`

  const send = appRequests(http, `${identity}/oauth/token`, async () => {
    const credentials = await parameters()
    return { clientId: credentials['kick/client-id'], clientSecret: credentials['kick/client-secret'] }
  })

  return {
    events: (granted) => allowedEvents('kick', granted),

    list: async (accountId) => {
      const query = accountId === undefined ? '' : `?${new URLSearchParams({ broadcaster_user_id: accountId })}`
      const { data } = http.parse(await send({ url: `${url}${query}` }, [200]), Subscriptions)
      return (data ?? [])
        .filter(({ event }) => events.includes(event))
        .map(({ id, broadcaster_user_id, event }) => ({
          id,
          accountId: String(broadcaster_user_id),
          event,
          state: 'active' as const,
        }))
    },

    add: async (accountId, event) => {
      const wanted = {
        broadcaster_user_id: Number(accountId),
        events: [{ name: event, version: 1 }],
        method: 'webhook',
      }
      const answer = await send({ method: 'POST', url, body: JSON.stringify(wanted) }, [200])
      const [added] = http.parse(answer, Added).data
      if (!added?.subscription_id) throw http.problemFrom(answer)
      return 'active'
    },

    remove: async (id) => {
      await send({ method: 'DELETE', url: `${url}?${new URLSearchParams({ id })}` }, [200, 204, 404])
    },
  }
}
