import { afterEach, expect, test } from 'vitest'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import { emptyTable } from '../../../support/emptyTable.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { laterBy, startAnnouncements } from './announcements.ts'

const service = await sharedByTests(startAnnouncements())
afterEach(async () => {
  service.faults.setFaults({ rules: [] })
  // The SDK stops retrying when retries have failed too often, which is what the tests before did.
  const { retryStrategy } = await import('../../../../shared/mechanisms/aws/retryStrategy.ts')
  ;(retryStrategy as unknown as { capacity: number }).capacity = 500
  const { client, table } = service.aws
  await emptyTable(client, table('announcements'), ['recipientId', 'id'])
  await emptyTable(client, table('sendingSlots'), ['lane'])
})

/** Time for what is left of an invocation when everything fails: a call to a messenger is still begun. */
const littleTime = () => {
  const endsAt = Date.now() + 10_000
  return { getRemainingTimeInMillis: () => endsAt - Date.now() }
}

/** The call of this number reaches the store, and nothing from then on: as if the worker had been killed. */
const killAfter = (nth: number): void =>
  service.faults.setFaults({
    rules: [
      { match: { service: 'dynamodb', nth }, fault: 'ack-lost' },
      ...Array.from({ length: 100 }, (_, index) => ({
        match: { service: 'dynamodb', nth: nth + index + 1 },
        fault: 'reset-before' as const,
      })),
    ],
  })

let lastChat = 9000
const onAir = async (count = 1) => {
  const recipientId = service.someone()
  const chats = Array.from({ length: count }, () => ++lastChat)
  for (const chatId of chats) await service.addAnnouncer(recipientId, { chatId })
  const data = { recipientId, streamId: 'stream-1' }
  await service.receive(manualWebhook('STREAM_STARTED', data))
  return { recipientId, chats, data }
}

test.each([
  [4, 1, 'posted'],
  [5, 1, 'posted'],
  // Claimed, and nobody knows whether it was posted: it is not.
  [6, 0, 'unconfirmed'],
  [7, 1, 'posted'],
] as const)(
  'a worker that is killed after call %s of a post has posted it %s times in the end: %s',
  async (nth, times, outcome) => {
    const { recipientId, chats } = await onAir()
    await service.announce(recipientId)
    killAfter(nth)
    await service.send(recipientId, littleTime())
    service.faults.setFaults({ rules: [] })

    await service.send(recipientId)
    laterBy(3 * 60_000)
    await service.sendDue()
    await service.sendDue()

    expect(service.sent(chats[0] ?? 0)).toHaveLength(times)
    const [{ state, ending } = { state: undefined, ending: undefined }] = await service.stored(recipientId)
    expect(ending ?? state).toBe(outcome)
  },
)

test.each([1, 2, 3])('a worker that is killed after call %s of a deletion has deleted it in the end', async (nth) => {
  const { recipientId, chats, data } = await onAir()
  await service.announce(recipientId)
  await service.send(recipientId)
  await service.receive(manualWebhook('STREAM_ENDED', data))
  await service.announce(recipientId)
  killAfter(nth)
  await service.send(recipientId, littleTime())
  service.faults.setFaults({ rules: [] })

  await service.send(recipientId)
  laterBy(3 * 60_000)
  await service.sendDue()

  expect(service.sent(chats[0] ?? 0, 'deleteMessage').length).toBeGreaterThanOrEqual(1)
  expect(await service.stored(recipientId)).toMatchObject([{ ending: 'deleted' }])
})

test('a store that is away for seconds after a post does not make the post unknown', async () => {
  const { recipientId, chats } = await onAir()
  await service.announce(recipientId)
  // The seven calls up to the claim pass; the record of the post is refused as often as the client tries in three seconds.
  const refused = Array.from({ length: 12 }, (_, index) => ({
    match: { service: 'dynamodb', nth: 7 + index },
    fault: 'server-error' as const,
  }))
  service.faults.setFaults({ rules: refused })

  await service.send(recipientId)

  expect(service.sent(chats[0] ?? 0)).toHaveLength(1)
  expect(await service.stored(recipientId)).toMatchObject([{ state: 'posted' }])
})
