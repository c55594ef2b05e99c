import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  kickWebhook,
  manualWebhook,
  type SignedWebhook,
  twitchSecret,
  twitchWebhook,
} from '../../../local/sandbox/eventSenders.ts'
import { vkLiveStreams } from '../../../local/sandbox/vkLive.ts'
import { emptyTable } from '../../../support/emptyTable.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { laterBy, standAt, startAnnouncements } from './announcements.ts'

const service = await sharedByTests(startAnnouncements({ streamEndDelaySeconds: 120 }))
const { handler: watch } = (await import('../../../../functions/workers/watchVkLive.ts')) as unknown as {
  handler: (event: unknown) => Promise<void>
}
beforeEach(() => standAt(Date.now()))
afterEach(async () => {
  const { client, table } = service.aws
  await emptyTable(client, table('announcements'), ['recipientId', 'id'])
  await emptyTable(client, table('sendingSlots'), ['lane'])
  vi.useRealTimers()
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** What a platform reports about one stream: each call is a new message. */
interface Platform {
  start(): Promise<unknown>
  end(): Promise<unknown>
}

type Reports = (recipientId: string, account: string) => Promise<Platform>

const linkTo = async (recipientId: string, account: string): Promise<void> => {
  const Item = { account, recipientId }
  await service.aws.client.send(new PutCommand({ TableName: service.aws.table('accountLinks'), Item }))
}

const sent = (webhook: () => SignedWebhook) => () => service.receive(webhook())

const ofTwitch =
  (named: object): Reports =>
  async (recipientId, id) => {
    await linkTo(recipientId, `twitch#${id}`)
    const about = { broadcaster_user_id: id }
    const live = { ...about, id: '9001', type: 'live', started_at: new Date().toISOString() }
    const notify = (type: string, event: object) =>
      sent(() => twitchWebhook('notification', { subscription: { type }, event }, twitchSecret))
    return { start: notify('stream.online', live), end: notify('stream.offline', { ...about, ...named }) }
  }

const ofKick: Reports = async (recipientId, id) => {
  await linkTo(recipientId, `kick#${id}`)
  const about = { broadcaster: { user_id: Number(id) }, started_at: new Date().toISOString() }
  const status = (fields: object) => sent(() => kickWebhook('livestream.status.updated', { ...about, ...fields }))
  return {
    start: status({ is_live: true, ended_at: null }),
    end: () => status({ is_live: false, ended_at: new Date().toISOString() })(),
  }
}

const ofVkLive: Reports = async (recipient, id) => {
  await service.call('getVkLiveToken', { recipient, body: { authorizationCode: `good-ends-${id}` } })
  const stream = { id: 'v1', startedAt: new Date() }
  return {
    start: async () => {
      vkLiveStreams.set(`ends-${id}`, stream)
      await watch({})
    },
    end: async () => {
      vkLiveStreams.delete(`ends-${id}`)
      await watch({})
    },
  }
}

const ofBot: Reports = async (recipientId) => {
  const report = (trigger: string) => sent(() => manualWebhook(trigger, { recipientId, streamId: 's' }))
  return { start: report('STREAM_STARTED'), end: report('STREAM_ENDED') }
}

const platforms: readonly (readonly [string, Reports])[] = [
  ['Twitch', ofTwitch({ id: '9001' })],
  ['Twitch without an id', ofTwitch({})],
  ['Kick', ofKick],
  ['VK Video Live', ofVkLive],
  ['a bot', ofBot],
]

let last = 7000

/** A stream that is announced in a chat, with an announcer of its end and an endpoint. */
const onAir = async (reports: Reports) => {
  const [recipientId, chatId, account] = [service.someone(), ++last, String(last)]
  await service.addAnnouncer(recipientId, { chatId })
  await service.addAnnouncer(recipientId, { chatId, trigger: 'STREAM_ENDED', text: 'Bye!' })
  const url = `${process.env['ENDPOINTS_TRUSTED_URL']}/${recipientId}`
  const body = { url, types: ['stream.started', 'stream.ended'] }
  expect((await service.call('setEndpoint', { recipient: recipientId, body })).status).toBe(200)
  const platform = await reports(recipientId, account)
  const settle = async () => {
    await service.announce(recipientId)
    await service.settle(recipientId)
  }
  const pass = async (time: number) => {
    laterBy(time)
    await service.sendDue()
    await settle()
    await service.sendDue()
  }
  const report = async (what: keyof Platform) => {
    laterBy(second)
    await platform[what]()
    await settle()
  }
  await report('start')
  return {
    recipientId,
    account,
    report,
    pass,
    /** The texts that were posted, and the number of deleted messages. */
    chat: () => [service.sent(chatId).map(({ text }) => text), service.sent(chatId, 'deleteMessage').length],
    /** What its endpoint is told. */
    told: async () =>
      (await itemsOf(service.aws, 'endpointMessages'))
        .filter((item) => item['recipientId'] === recipientId)
        .map(({ body }) => JSON.parse(String(body)) as { type: string; timestamp: string; data: { sessionId: string } })
        .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
        .map(({ type, data }) => ({ type, ...data })),
  }
}

test.each(platforms)('%s: an end is final after two minutes', async (_name, reports) => {
  const { report, pass, chat, told } = await onAir(reports)

  await report('end')
  await pass(2 * minute - 10 * second)
  const before = [chat(), await told()]
  await pass(20 * second)
  await report('end')

  expect(before).toMatchObject([[['We are live!'], 0], [{ type: 'stream.started' }]])
  expect(chat()).toEqual([['We are live!', 'Bye!'], 1])
  expect(await told()).toMatchObject([{ type: 'stream.started' }, { type: 'stream.ended' }])
})

test.each(platforms)('%s: a start within two minutes takes the end back without a trace', async (_name, reports) => {
  const { report, pass, chat, told } = await onAir(reports)

  await report('end')
  await pass(minute)
  await report('start')
  await pass(5 * minute)
  const back = [chat(), await told()]
  await report('end')
  await pass(2 * minute)

  expect(back).toMatchObject([[['We are live!'], 0], [{ type: 'stream.started' }]])
  expect(chat()).toEqual([['We are live!', 'Bye!'], 1])
  expect(await told()).toMatchObject([{ type: 'stream.started' }, { type: 'stream.ended' }])
})

test.each(platforms)('%s: a start after two minutes brings the stream and its message back', async (_name, reports) => {
  const { report, pass, chat, told } = await onAir(reports)

  await report('end')
  await pass(3 * minute)
  await report('start')
  await report('start')
  await pass(minute)
  const back = chat()
  await report('end')
  await pass(3 * minute)

  expect(back).toEqual([['We are live!', 'Bye!', 'We are live!'], 1])
  const [started, ended, again, over] = await told()
  expect(again).toEqual({ ...started, resumed: true })
  expect([ended, over]).toMatchObject([{ type: 'stream.ended' }, { type: 'stream.ended' }])
  // Its end is announced once.
  expect(chat()).toEqual([['We are live!', 'Bye!', 'We are live!'], 2])
})

test('a message that age has deleted does not come back with its stream', async () => {
  const { report, pass, chat } = await onAir(ofBot)
  await pass(47 * hour + minute)
  const aged = chat()

  await report('end')
  await pass(3 * minute)
  await report('start')
  await pass(minute)

  expect(aged).toEqual([['We are live!'], 1])
  expect(chat()).toEqual([['We are live!', 'Bye!'], 1])
})

test('another stream makes the end of the one before final at once, and ends its messages', async () => {
  const { recipientId, account, report, chat, told } = await onAir(ofTwitch({ id: '9001' }))
  await report('end')
  laterBy(second)

  const event = { broadcaster_user_id: account, id: '9002', type: 'live', started_at: new Date().toISOString() }
  await service.receive(twitchWebhook('notification', { subscription: { type: 'stream.online' }, event }, twitchSecret))
  await service.settle(recipientId)

  expect(chat()).toEqual([['We are live!', 'Bye!', 'We are live!'], 1])
  expect((await told()).map(({ type, sessionId }) => [type, sessionId])).toEqual([
    ['stream.started', '9001'],
    ['stream.ended', '9001'],
    ['stream.started', '9002'],
  ])
})

test('a post that waits for its turn is not cancelled by an end that is not final', async () => {
  const [recipientId, chatId] = [service.someone(), -++last]
  await service.addAnnouncer(recipientId, { chatId })
  const { start, end } = await ofBot(recipientId, '')
  await start()
  await service.announce(recipientId)
  laterBy(second)
  await end()
  await service.settle(recipientId)

  expect(service.sent(chatId)).toHaveLength(1)
})

test('while an end is not final, the recipient is on air and its source has not ended', async () => {
  const { recipientId, report, pass } = await onAir(ofTwitch({ id: '9001' }))
  const state = async () =>
    (await itemsOf(service.aws, 'streams')).find((each) => each['recipientId'] === recipientId)?.['isOnline']

  await report('end')
  const before = await state()
  await pass(2 * minute)

  expect([before, await state()]).toEqual([true, false])
})
