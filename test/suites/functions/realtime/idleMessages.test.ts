import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { startLiveApi } from '../../../support/liveApi.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { ack, clientOf, connectTo, resume } from '../../../support/socketClient.ts'

const call = operationCaller()
const live = await sharedByTests(startLiveApi())

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** A connected overlay of a recipient, and a way to connect again with its key. */
const overlayOf = async (recipient: string) => {
  const key = randomBytes(32).toString('base64url')
  const { body } = await call('createTicket', { recipient, body: {} })
  const client = await clientOf(`${live.url}?ticket=${body.ticket}&key=${hashOf(key)}`)
  client.send(resume())
  await client.until('welcome')
  const comeBack = async () => {
    const { body } = await call('renewTicket', { body: { key } })
    return connectTo(`${live.url}?ticket=${body.ticket}`)
  }
  return { client, comeBack }
}

test.each([
  ['the same acknowledgement', () => ack(alertSequence(2))],
  ['acknowledgements of old deliveries', (index: number) => ack(alertSequence(2) - index)],
  ['acknowledgements of deliveries to come', () => ack(alertSequence(900))],
  ['malformed messages', () => '{'],
  ['unknown messages', () => '{"version":1,"type":"dance"}'],
])(
  'whoever sends %s without end is disconnected and kept out, and another overlay notices nothing',
  async (name, idle) => {
    const [recipient, neighbour] = [`idle ${name}`, `beside ${name}`]
    await live.store(alertSequence(400), { recipient })
    const [{ client, comeBack }, other] = [await overlayOf(recipient), await overlayOf(neighbour)]
    client.send(ack(alertSequence(400)))

    // The clock stands, so all messages are of ten seconds, however busy the machine is.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const answered = Promise.race([client.closed, new Promise((resolve) => setTimeout(resolve, 120_000, 'open'))])
    for (let index = 0; index < 32; index++) client.send(idle(index))
    other.client.send(resume())

    expect((await other.client.until('welcome')).length).toBe(1)
    expect(await answered).not.toBe('open')
    expect(await comeBack()).toBe(429)
    await other.client.close()
  },
)

test('a program that catches up after a gap of 200 alerts acknowledges them at once, in any order, and stays', async () => {
  const recipient = 'catching-up'
  await live.store(alertSequence(400), { recipient })
  const { client, comeBack } = await overlayOf(recipient)
  const behind = Array.from({ length: 200 }, (_, index) => alertSequence(200 + ((index * 77) % 200) + 1))

  for (const sequence of behind) client.send(ack(sequence))
  client.send(resume())

  expect((await client.until('welcome')).map(({ type }) => type)).toEqual(['welcome'])
  await client.close()
  const again = await comeBack()
  expect(again).not.toBe(429)
  if (typeof again !== 'number') await again.close()
})
