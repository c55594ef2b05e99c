import * as z from 'zod/mini'
import type { ChannelStatus, ChannelStatuses } from '../areas/platforms/channelWatcher.ts'
import { text } from '../contract/values.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { systemClock } from '../runtime/time/clock.ts'

const http = providerHttp('VK Video Live')

const Channels = z.object({
  data: z.object({
    channels: z.array(
      z.object({
        channel: z.object({ url: z.string(), status: z.optional(z.nullable(z.string())) }),
        stream: z.optional(
          z.nullable(
            z.object({
              id: text(1, 128),
              started_at: z.optional(z.nullable(z.number())),
              ended_at: z.optional(z.nullable(z.number())),
            }),
          ),
        ),
      }),
    ),
  }),
})

type Entry = z.output<typeof Channels>['data']['channels'][number]

const statusFrom = ({ channel, stream }: Entry, now: number): ChannelStatus => {
  const isOnline = channel.status?.toLowerCase() === 'online' && stream != null && !stream.ended_at
  if (!isOnline) return { isOnline: false }
  const startedAt = stream.started_at ? new Date(stream.started_at * 1000) : new Date(now)
  return { isOnline: true, sessionId: stream.id, startedAt }
}

/**
 * Asks with the application's credentials whether channels of VK Video Live are online.
 * https://dev.live.vkvideo.ru/docs/method/channel
 *
 * @param url base URL of the developer API, without a trailing slash
 */
export const vkLiveChannels =
  (url: string, parameters: () => Promise<Parameters<'vkLive'>>, clock = systemClock): ChannelStatuses =>
  async (channelUrls) => {
    const credentials = await parameters()
    const client = `${credentials['vk-live/client-id']}:${credentials['vk-live/client-secret']}`
    const answer = await http.read({
      method: 'POST',
      url: `${url}/v1/channels`,
      headers: {
        authorization: `Basic ${Buffer.from(client).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ channels: channelUrls.map((channelUrl) => ({ url: channelUrl })) }),
    })
    if (answer.status !== 200) throw http.problemFrom(answer)
    const { channels } = http.parse(answer, Channels).data
    const now = clock()
    return new Map(channels.map((entry) => [entry.channel.url, statusFrom(entry, now)]))
  }
