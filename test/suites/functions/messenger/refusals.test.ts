import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChatUpdate, maxRemoval, maxRights } from '../../../local/sandbox/chatUpdates.ts'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import type { SandboxResponse } from '../../../local/sandbox/standIn.ts'
import { telegramPath, telegramRefusals } from '../../../local/sandbox/telegram.ts'
import { emptyTable } from '../../../support/emptyTable.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { laterBy, standAt, startAnnouncements } from '../platforms/announcements.ts'

const service = await sharedByTests(startAnnouncements())
beforeEach(() => standAt(Date.now()))
afterEach(async () => {
  // The turns that one test took in the future are no other's.
  await emptyTable(service.aws.client, service.aws.table('sendingSlots'), ['lane'])
  vi.useRealTimers()
})

const hour = 60 * 60_000
let last = 9000

/** Somebody with an announcer, whose next streams start when the test says so. */
const someone = async () => {
  const [recipientId, chatId] = [service.someone(), ++last]
  await service.addAnnouncer(recipientId, { chatId })
  let streams = 0
  return {
    chatId,
    recipientId,
    /** A new stream, for which the messenger answers so. */
    start: async (response?: SandboxResponse) => {
      if (response !== undefined)
        service.sandbox.script({ path: telegramPath('sendMessage') }, { kind: 'instead', response })
      await service.receive(manualWebhook('STREAM_STARTED', { recipientId, streamId: `s${++streams}` }))
      await service.settle(recipientId)
    },
    shown: async () => {
      const [{ enabled, blockedReason, disabledReason }] = (
        await service.call('listAnnouncers', { recipient: recipientId })
      ).body
      return { enabled, blockedReason, disabledReason }
    },
    enable: async () => {
      const [{ id }] = (await service.call('listAnnouncers', { recipient: recipientId })).body
      const body = { added: [], updated: [{ id, enabled: true }], deleted: [] }
      expect((await service.call('updateAnnouncers', { recipient: recipientId, body })).status).toBe(200)
    },
  }
}

const reason = 'Bad Request: not enough rights to send text messages to the chat'
const closed = telegramRefusals.noRights

test('rights that are missing for hours are shown at once and disable no announcer', async () => {
  const { start, shown } = await someone()
  const seen: unknown[] = []

  for (let count = 0; count < 5; count++) {
    await start(closed)
    seen.push(await shown())
    laterBy(4 * hour)
  }
  await start()

  expect(seen).toEqual(Array(5).fill({ enabled: true, blockedReason: reason }))
  expect(await shown()).toEqual({ enabled: true })
})

test('rights that are missing for a day disable the announcer at the third refusal, until it is enabled', async () => {
  const { start, shown, enable } = await someone()
  await start(closed)
  laterBy(24 * hour)
  await start(closed)
  const second = await shown()

  await start(closed)
  const third = await shown()
  await enable()
  const enabled = await shown()
  await start(closed)

  expect(second).toEqual({ enabled: true, blockedReason: reason })
  expect(third).toEqual({ enabled: false, disabledReason: reason })
  expect(enabled).toEqual({ enabled: true })
  expect(await shown()).toEqual({ enabled: true, blockedReason: reason })
})

test('a bot that was removed disables the announcer at once', async () => {
  const { start, shown } = await someone()

  await start(telegramRefusals.kicked)

  expect(await shown()).toMatchObject({
    enabled: false,
    disabledReason: 'Forbidden: bot was kicked from the supergroup chat',
  })
})

test('a ban without a time is asked again after a minute', async () => {
  const { start, chatId } = await someone()
  await start(telegramRefusals.banned)
  const attempts = () => service.sent(chatId).length
  const first = attempts()

  laterBy(50_000)
  await service.sendDue()
  const early = attempts()
  laterBy(11_000)
  await service.sendDue()

  expect([first, early, attempts()]).toEqual([1, 1, 2])
})

test('a bot that loses its right in a channel of MAX shows it before a message is refused, until it has it again', async () => {
  const [recipientId, chatId] = [service.someone(), ++last]
  const tell = async ({ accountId, headers, body }: ChatUpdate) => {
    const { status } = await service.call('receiveMessengerWebhook', { params: { accountId }, headers, body })
    const announcers = (await service.call('listAnnouncers', { recipient: recipientId })).body
    return { status, reasons: announcers.map(({ blockedReason }: { blockedReason?: string }) => blockedReason) }
  }
  const reason = 'the bot may no longer write in the chat'
  await service.addAnnouncer(recipientId, { accountId: 'max-main', chatId })
  await service.addAnnouncer(recipientId, { chatId })

  const lost = await tell(maxRights(chatId, { is_admin: false }))
  const elsewhere = await tell(maxRights(++last, { is_admin: false }))
  const back = await tell(maxRights(chatId, { permissions: ['write'] }))
  const removed = await tell(maxRemoval(chatId))
  await service.receive(manualWebhook('STREAM_STARTED', { recipientId, streamId: 's1' }))
  await service.settle(recipientId)
  const posted = (await service.call('listAnnouncers', { recipient: recipientId })).body

  expect([lost, elsewhere, back, removed]).toEqual([
    { status: 200, reasons: [reason, undefined] },
    { status: 200, reasons: [reason, undefined] },
    { status: 200, reasons: [undefined, undefined] },
    { status: 200, reasons: [reason, undefined] },
  ])
  expect(posted.map(({ blockedReason }: { blockedReason?: string }) => blockedReason)).toEqual([undefined, undefined])
})
