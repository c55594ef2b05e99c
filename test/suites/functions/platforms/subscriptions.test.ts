import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { startAnnouncements } from './announcements.ts'

type WorkerHandler = (event: unknown) => Promise<unknown>

const load = async (id: string): Promise<WorkerHandler> =>
  ((await import(`../../../../functions/workers/${id}.ts`)) as { handler: WorkerHandler }).handler

const service = await sharedByTests(startAnnouncements())
const subscribeEvents = await load('subscribeEvents')
const keepSubscriptions = await load('keepSubscriptions')
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const platforms = ['kick', 'twitch'] as const
type Platform = (typeof platforms)[number]

const subscriptionsPath = { kick: '/public/v1/events/subscriptions', twitch: '/helix/eventsub/subscriptions' } as const
const eventCount = { kick: 1, twitch: 3 } as const
const failed = { kind: 'status', status: 500 } as const

const sender = (platform: Platform) => service.sandbox.senders[platform]

const link = async (platform: Platform, recipient: string, code = `good-${recipient}`) => {
  const body = { authorizationCode: code, ...(platform === 'kick' && { codeVerifier: 'v'.repeat(43) }) }
  return (await service.call(platform === 'kick' ? 'linkKick' : 'linkTwitch', { recipient, body })).body
}

/** The stored links as the table's stream shows them, of one account. */
const recordOf = async (platform: Platform, accountId: string) => {
  const account = `${platform}#${accountId}`
  const { Items = [] } = await service.aws.client.send(
    new ScanCommand({ TableName: service.aws.table('accountLinks'), ConsistentRead: true }),
  )
  const newImage = Items.find((item) => item['account'] === account)
  return streamEvent(newImage ? { keys: { account }, newImage } : { eventName: 'REMOVE', keys: { account } })
}

const runWorker = async (platform: Platform, accountId: string): Promise<unknown> =>
  subscribeEvents(await recordOf(platform, accountId))

/** Somebody with a linked account, of which the worker has not heard. */
const linked = async (platform: Platform) => {
  const recipient = service.someone()
  const { id, account } = await link(platform, recipient)
  return { platform, recipient, id: id as string, accountId: account.id as string }
}

/** As the platform does at once, which cannot reach a function in this process. */
const answerChallenges = async (accountId: string): Promise<readonly number[]> => {
  const { twitch } = service.sandbox.senders
  const answers = await Promise.all(twitch.challenges(accountId).map((webhook) => service.receive(webhook)))
  if (answers.every(({ status }) => status === 200)) twitch.enable(accountId)
  return answers.map(({ status }) => status)
}

const subscribed = async (platform: Platform) => {
  const account = await linked(platform)
  await runWorker(platform, account.accountId)
  await answerChallenges(account.accountId)
  return account
}

const sourcesOf = async (recipient: string) => (await service.call('listSources', { recipient })).body.content

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

let lastChat = -400_000

describe.each(platforms)('%s', (platform) => {
  test('a linked account is subscribed and announced until it is unlinked, regression: nobody subscribed', async () => {
    const { recipient, id, accountId } = await linked(platform)
    const chatId = --lastChat
    await service.addAnnouncer(recipient, { chatId })
    const atFirst = await sourcesOf(recipient)

    await runWorker(platform, accountId)
    await answerChallenges(accountId)
    await service.receive(sender(platform).stream(accountId, true))
    await service.settle(recipient)
    const whileLinked = await sourcesOf(recipient)
    const late = sender(platform).stream(accountId, false)
    await service.call('unlinkToken', { recipient, body: { id } })
    await runWorker(platform, accountId)
    const answer = await service.receive(late)

    const source = { id, enabled: true, lastError: null }
    expect(atFirst).toMatchObject([{ ...source, subscription: 'pending', lastEvent: null }])
    expect(service.sent(chatId)).toHaveLength(1)
    const lastEvent = { type: 'STREAM_STARTED', at: expect.stringMatching(isoTime) }
    expect(whileLinked).toMatchObject([{ ...source, subscription: 'active', lastEvent }])
    expect(() => sender(platform).stream(accountId, false)).toThrow('nobody has subscribed')
    expect([answer.status, (await service.events(recipient)).length]).toEqual([200, 1])
    expect(await sourcesOf(recipient)).toEqual([])
  })

  test('an account that is linked again, or of which the worker hears twice, is subscribed to once', async () => {
    const { recipient, accountId } = await subscribed(platform)
    await link(platform, recipient, `good-expired-${recipient}`)

    await runWorker(platform, accountId)
    await runWorker(platform, accountId)

    expect(sender(platform).subscriptions(accountId)).toHaveLength(eventCount[platform])
    expect(await sourcesOf(recipient)).toMatchObject([{ subscription: 'active' }])
  })

  test('a dropped subscription is back after the daily run, and one of an account that nobody has linked is gone', async () => {
    const { recipient, accountId } = await subscribed(platform)
    const gone = await subscribed(platform)
    sender(platform).drop(accountId)
    await service.call('unlinkToken', { recipient: gone.recipient, body: { id: gone.id } })

    await keepSubscriptions({})
    const challenged = await answerChallenges(accountId)

    expect(sender(platform).subscriptions(accountId)).toHaveLength(eventCount[platform])
    expect(sender(platform).subscriptions(gone.accountId)).toEqual([])
    expect(await sourcesOf(recipient)).toMatchObject([{ subscription: 'active' }])
    expect(challenged).toHaveLength(platform === 'twitch' ? 3 : 0)
  })

  test('a subscription whose answer was lost is adopted later, regression: its source was pending for ever', async () => {
    const accounts = [await linked(platform), await linked(platform)]
    const outcomes: unknown[] = []
    for (const { accountId } of accounts) {
      service.sandbox.script({ path: subscriptionsPath[platform], method: 'POST' }, { kind: 'dropAfter' })
      outcomes.push(await runWorker(platform, accountId))
    }

    await runWorker(platform, accounts[0]?.accountId ?? '')
    await keepSubscriptions({})
    for (const { accountId } of accounts) await answerChallenges(accountId)

    for (const { recipient, accountId } of accounts) {
      expect(sender(platform).subscriptions(accountId)).toHaveLength(eventCount[platform])
      expect(await sourcesOf(recipient)).toMatchObject([{ subscription: 'active', lastError: null }])
    }
    expect(outcomes).toMatchObject([{ batchItemFailures: [{}] }, { batchItemFailures: [{}] }])
  })

  test('a failure is shown, repeated, and forgotten when it is over, regression: it was swallowed', async () => {
    const { recipient, accountId } = await linked(platform)
    service.sandbox.script({ path: subscriptionsPath[platform], method: 'POST' }, failed)

    const outcome = await runWorker(platform, accountId)
    const [source] = await sourcesOf(recipient)
    await keepSubscriptions({})
    await answerChallenges(accountId)

    expect(outcome).toMatchObject({ batchItemFailures: [{}] })
    const lastError = {
      code: 'provider_unavailable',
      detail: expect.stringContaining('500'),
      at: expect.stringMatching(isoTime),
    }
    expect(source).toMatchObject({ subscription: 'failed', lastError })
    expect(await sourcesOf(recipient)).toMatchObject([{ subscription: 'active', lastError: null }])
  })
})

test('an account that another recipient links later fires only for that recipient', async () => {
  const { recipient, id, accountId } = await subscribed('twitch')
  const other = service.someone()
  await service.call('unlinkToken', { recipient, body: { id } })
  await runWorker('twitch', accountId)

  await link('twitch', other, `good-expired-${recipient}`)
  await runWorker('twitch', accountId)
  await answerChallenges(accountId)
  await service.receive(sender('twitch').stream(accountId, true))

  expect([await service.events(recipient), await service.events(other)]).toMatchObject([[], [{}]])
})

test('the stream of an account that is unlinked is not on air any more', async () => {
  const { recipient, id, accountId } = await subscribed('twitch')
  await service.receive(sender('twitch').stream(accountId, true))
  const streams = async () => {
    const { Items = [] } = await service.aws.client.send(new ScanCommand({ TableName: service.aws.table('streams') }))
    return Items.filter(({ recipientId }) => recipientId === recipient)
  }
  const before = await streams()

  await service.call('unlinkToken', { recipient, body: { id } })

  expect(before).toMatchObject([{ isOnline: true }])
  expect(await streams()).toEqual([])
})

test('events of a disabled account have no effect until it is enabled again, and its subscription stays', async () => {
  const { recipient, id, accountId } = await subscribed('twitch')
  const toggle = (enabled: boolean) => service.call('toggleToken', { recipient, body: { id, enabled } })
  await toggle(false)

  const { status } = await service.receive(sender('twitch').stream(accountId, true))

  expect([status, await service.events(recipient)]).toEqual([200, []])
  const [{ createdAt: linkedAt }] = (await service.call('listTokens', { recipient })).body.content
  const source = { enabled: false, subscription: 'active', lastEvent: null, linkedAt }
  expect(await sourcesOf(recipient)).toMatchObject([source])
  await toggle(true)
  await service.receive(sender('twitch').stream(accountId, true))
  expect(await service.events(recipient)).toMatchObject([{ trigger: 'STREAM_STARTED' }])
})

test('only a linked account’s challenge is answered', async () => {
  const { recipient, id, accountId } = await linked('twitch')
  await runWorker('twitch', accountId)
  const asked = service.sandbox.log.findLast(
    ({ method, path }) => method === 'POST' && path === subscriptionsPath.twitch,
  )
  await service.call('unlinkToken', { recipient, body: { id } })

  expect(JSON.parse(asked?.body ?? '').transport.callback).toBe('https://api.test/platforms/webhooks/twitch')
  expect(await answerChallenges(accountId)).toEqual([404, 404, 404])
})

test('a subscription that Twitch ends is shown as revoked, and made again by the daily run', async () => {
  const { recipient, accountId } = await subscribed('twitch')
  for (const webhook of service.sandbox.senders.twitch.revoke(accountId, 'notification_failures_exceeded'))
    await service.receive(webhook)
  const [revoked] = await sourcesOf(recipient)

  await keepSubscriptions({})
  await answerChallenges(accountId)

  const lastError = {
    code: 'subscription_revoked',
    detail: expect.stringContaining('notification_failures_exceeded'),
  }
  expect(revoked).toMatchObject({ subscription: 'revoked', lastError })
  expect(await sourcesOf(recipient)).toMatchObject([{ subscription: 'active', lastError: null }])
  expect(service.sandbox.senders.twitch.subscriptions(accountId)).toHaveLength(eventCount.twitch)
})
