import type { Figure } from './figure.ts'
import { seed } from './seed.ts'
import { tracedApi } from './tracedApi.ts'

const recipient = 'mark-all-listened'
const total = 10_000

const videoAt = (index: number) => ({
  recipientId: recipient,
  id: `video-${index}`,
  system: 'Manual',
  originId: 'dQw4w9WgXcQ',
  provider: 'youtube',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  title: 'A song',
  thumbnail: '',
  owner: 'A channel',
  status: 'ready',
  queued: `#video-${index}`,
  readyTimestamp: '2026-03-01T18:30:00.000Z',
  paymentId: 'payment-1',
})

export const markAllListened: Figure = {
  name: 'markAllListened',
  title: 'markAllListened of 10,000 videos',
  goal: '1 request',
  field: '10,000 writes, or 400 batches of 25',
  before: { on: '2026-11-21', found: '1 request' },
  measure: async () => {
    const api = await tracedApi()
    await seed(api, 'videos', total, videoAt)
    const { trace } = await api.call('markAllListened', { recipient, body: {} })
    const ids = [0, total / 2, total - 1].map((index) => `video-${index}`)
    const { body } = await api.call('getVideos', { recipient, params: { ids: ids.join(',') } })
    const statuses = body.map(({ status }: { status: string }) => status)
    if (statuses.length !== ids.length || statuses.some((status: string) => status !== 'handled'))
      throw new Error(`the videos are ${statuses.join(', ')}`)
    const writeUnits = trace.calls.reduce((units, call) => units + call.writeUnits, 0)
    return {
      measured: `${trace.calls.length} request, ${writeUnits} write unit`,
      met: trace.calls.length === 1,
      values: { requests: trace.calls.length, writeUnits },
    }
  },
}
