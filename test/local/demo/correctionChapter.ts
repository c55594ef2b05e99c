import { WebSocket } from 'ws'
import { eventually, expectThat } from './expectations.ts'
import type { Call, Chapter } from './story.ts'

interface Delivery {
  readonly type: string
  readonly sequence?: number
  readonly alert?: { readonly historyItemId: string; readonly nickname: string }
  readonly change?: { readonly historyItemId: string; readonly hidden: boolean }
}

/** A program that listens as an overlay does; it acknowledges what comes, whatever it is. */
const listener = async (call: Call) => {
  const { ticket, webSocketUrl } = await call('createTicket', { body: { name: 'Correction' } })
  const socket = new WebSocket(`${call.live ?? webSocketUrl}?ticket=${ticket}`)
  const got: Delivery[] = []
  const send = (message: object) => socket.send(JSON.stringify({ version: 1, ...message }))
  socket.on('open', () => send({ type: 'resume' }))
  socket.on('message', (data) => {
    const message: Delivery = JSON.parse(String(data))
    got.push(message)
    if (message.sequence !== undefined) send({ type: 'ack', sequence: message.sequence })
  })
  const heard = (isWanted: (message: Delivery) => boolean, what: string) =>
    eventually(async () => got.find(isWanted), Boolean, what)
  await heard(({ type }) => type === 'welcome', 'the overlay is welcome')
  return { heard, close: () => socket.close() }
}

export const correction: Chapter = {
  title: 'What was shown is corrected and stopped',
  run: async (call) => {
    const { heard, close } = await listener(call)
    const { historyItemId } = await call('testAlert', { body: { nickname: 'troll', message: 'Something ugly' } })
    await heard(({ alert }) => alert?.historyItemId === historyItemId, 'the overlay gets the alert')
    for (const [command, hidden] of [
      ['deleteHistoryItem', true],
      ['restoreHistoryItem', false],
    ] as const) {
      const begun = Date.now()
      await call(command, { body: { historyItemId } })
      const message = await heard(
        ({ change }) => change?.historyItemId === historyItemId && change?.hidden === hidden,
        `the overlay hears that the alert is ${hidden ? 'hidden' : 'visible again'}`,
      )
      call.show(`after ${Date.now() - begun} ms: ${JSON.stringify(message)}`)
    }
    await call('deleteHistoryItem', { body: { historyItemId } })
    const { alert } = await call('testAlert', { body: { nickname: 'friend' } })
    expectThat(alert.nickname === 'friend', 'the next alert comes as ever')
    close()
  },
}
