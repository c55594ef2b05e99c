import { expect, test } from 'vitest'
import { itemSender } from '../../../../../infra/operators/import/itemSender.ts'

const item = { system: 'Mine', event: 'payment', originId: '1', timestamp: '2026-03-01T18:30:00Z' }

/** Sends one item to a service that answers so, one answer after another. */
const sendTo = (...answers: readonly object[]) => {
  const asked: unknown[] = []
  const waits: number[] = []
  const lines: string[] = []
  const POST = async (...call: unknown[]) => {
    const answer = answers[asked.push(call) - 1]
    if (answer instanceof Error) throw answer
    return answer
  }
  const wait = async (milliseconds: number) => void waits.push(milliseconds)
  const send = itemSender({ POST: POST as never }, wait, (line) => lines.push(line))
  return { asked, waits, lines, sending: send([item]) }
}

const refusal = (status: number, headers: Record<string, string> = {}) => ({
  error: { detail: 'Slowly.' },
  response: new Response('', { status, headers }),
})

const goesOn = 'The same command goes on behind what was sent'

test('it adds the items, and tells how many are new', async () => {
  const { asked, sending } = sendTo({ data: { added: [{}, {}] }, response: new Response() })

  expect(await sending).toBe(2)
  expect(asked).toEqual([['/history/commands/add-items', { body: { items: [item] } }]])
})

test('over the rate it waits as long as the service says, or a second, and sends the same again', async () => {
  const taken = { data: { added: [{}] }, response: new Response() }

  const { asked, waits, lines, sending } = sendTo(refusal(429, { 'retry-after': '41' }), refusal(429), taken)

  expect(await sending).toBe(1)
  expect(waits).toEqual([41_000, 1000])
  expect(lines).toEqual(['the rate is used up: goes on in 41 s', 'the rate is used up: goes on in 1 s'])
  expect(asked).toEqual([asked[0], asked[0], asked[0]])
})

test('any other refusal ends the import', async () => {
  await expect(sendTo(refusal(400)).sending).rejects.toThrow(`The service answered 400: Slowly.. ${goesOn}`)
})

test('a service that does not answer ends the import, for the reason that it has', async () => {
  const cause = new TypeError('fetch failed')

  await expect(sendTo(cause).sending).rejects.toMatchObject({
    message: `The service does not answer: fetch failed. ${goesOn}`,
    cause,
  })
})
