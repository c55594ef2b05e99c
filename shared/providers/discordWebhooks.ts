import * as z from 'zod/mini'
import type { Webhook } from '../areas/messenger/webhookAddress.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'

const http = providerHttp('Discord')

const Found = z.object({ type: z.int(), name: z.nullable(z.string()) })

/** The type of a webhook that posts by its token. */
const incoming = 1

/** The statuses of an address that is no webhook's. */
const unknown: ReadonlySet<number> = new Set([400, 401, 404])

/** Asks Discord for webhooks. https://docs.discord.com/developers/resources/webhook#get-webhook-with-token */
export const discordWebhooks = (url: string) => ({
  /** The name under which a webhook posts; undefined where Discord has no such webhook. */
  name: async ({ id, token }: Webhook): Promise<string | undefined> => {
    const answer = await http.read({ url: `${url}/webhooks/${id}/${token}` })
    if (unknown.has(answer.status)) return undefined
    if (answer.status !== 200) throw http.problemFrom(answer)
    const { type, name } = http.parse(answer, Found)
    return type === incoming ? (name ?? '') : undefined
  },
})

export type DiscordWebhooks = ReturnType<typeof discordWebhooks>
