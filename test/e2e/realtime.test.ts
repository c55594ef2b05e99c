import { afterEach, describe, expect, inject, test } from 'vitest'
import type { ServerMessage } from '../../shared/realtime/serverMessages.ts'
import { request, tokenFor } from '../support/apiClient.ts'
import { clientOf, connectTo, resume, type SocketClient } from '../support/socketClient.ts'

const { websocket } = inject('localApi')
const clients: SocketClient[] = []
let recipients = 0
const newRecipient = () => `realtime-${process.pid}-${++recipients}`

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

const listen = async (recipient: string, name = 'program'): Promise<SocketClient> => {
  const authorization = `Bearer ${await tokenFor(recipient)}`
  const client = await clientOf(`${websocket}?name=${name}`, { authorization })
  clients.push(client)
  return client
}

const donate = async (recipient: string, nickname: string): Promise<string> => {
  const token = await tokenFor(recipient)
  const body = { nickname, amount: { major: 5, minor: 0, currency: 'EUR' } }
  const answer = await request('POST', '/alerts/commands/test-alert', { token, body })
  return answer.body.historyItemId
}

const nicknames = (messages: readonly ServerMessage[]) =>
  messages.flatMap((message) => (message.type === 'alert' ? [message.alert.nickname] : []))

const sequenceOf = (message: ServerMessage): number => (message.type === 'alert' ? message.sequence : 0)

/** The next alerts in the order of their sequences, as an overlay shows them: on their way they may overtake each other. */
const alerts = async (client: SocketClient, count: number): Promise<ServerMessage[]> => {
  const messages: ServerMessage[] = []
  while (messages.length < count) messages.push(...(await client.until('alert')))
  return messages.toSorted((left, right) => sequenceOf(left) - sequenceOf(right))
}

describe('through the real bundles and their roles', () => {
  test('an alert reaches every listener', async () => {
    const recipient = newRecipient()
    const [one, other] = [await listen(recipient, 'one'), await listen(recipient, 'other')]
    for (const client of [one, other]) client.send(resume())
    await Promise.all([one.until('welcome'), other.until('welcome')])
    await donate(recipient, 'bob')
    const received = await Promise.all([one.until('alert'), other.until('alert')])

    expect(received.map(nicknames)).toEqual([['bob'], ['bob']])
  })

  test('a listener that never acknowledges gets everything again, in order', async () => {
    const recipient = newRecipient()
    for (let turn = 0; turn < 3; turn++) {
      const client = await listen(recipient)
      client.send(resume())
      await client.until('welcome')
      if (turn === 0) for (const nickname of ['one', 'two', 'three']) await donate(recipient, nickname)

      expect(nicknames(await alerts(client, 3))).toEqual(['one', 'two', 'three'])
      await client.close()
    }
  })

  test('a repeated alert is delivered again, by force', async () => {
    const recipient = newRecipient()
    const client = await listen(recipient)
    client.send(resume())
    await client.until('welcome')
    const historyItemId = await donate(recipient, 'bob')
    await client.until('alert')

    const token = await tokenFor(recipient)
    await request('POST', '/history/commands/repeat-alert', { token, body: { historyItemId } })

    const [again] = await client.until('alert')
    expect(again).toMatchObject({ type: 'alert', force: true, alert: { nickname: 'bob' } })
  })

  test('nobody hears what is another recipient’s', async () => {
    const [alice, mallory] = [newRecipient(), newRecipient()]
    const [one, other] = [await listen(alice), await listen(mallory)]
    for (const client of [one, other]) client.send(resume())
    await Promise.all([one.until('welcome'), other.until('welcome')])

    await donate(alice, 'bob')
    await one.until('alert')

    expect(other.inbox).toEqual([])
  })

  test.each([
    ['no token', {}],
    ['a forged one', { authorization: 'Bearer a.b.c' }],
    ['another scheme', { authorization: 'Basic YWxpY2U6eA==' }],
  ])('with %s nobody gets in', async (_what, headers) => {
    expect(await connectTo(websocket, headers)).toBe(401)
  })
})
