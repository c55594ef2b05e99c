import { expect, test } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

await sharedByTests(startLocalAws())

const announcer = { text: 'We are live!', accountId: 'main', chatId: 1, buttons: [] }
const listOf = async (recipient: string) => (await call('listAnnouncers', { recipient })).body
const add = (recipient: string, key: string, body: unknown = announcer) =>
  call('addAnnouncer', { recipient, body, headers: { 'idempotency-key': key } })

test('the same key twice takes effect once and is answered the same', async () => {
  const recipient = someone()

  const first = await add(recipient, 'key')
  const second = await add(recipient, 'key')

  expect(first.headers['idempotent-replayed']).toBeUndefined()
  expect(second).toEqual({ ...first, headers: { ...first.headers, 'idempotent-replayed': 'true' } })
  expect(await listOf(recipient)).toHaveLength(1)
})

test('the same key 20 times at once takes effect once', async () => {
  const recipient = someone()

  const answers = await Promise.all(Array.from({ length: 20 }, () => add(recipient, 'key')))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
  expect(await listOf(recipient)).toHaveLength(1)
})

test('the same key with another body is 422 and changes nothing', async () => {
  const recipient = someone()
  await add(recipient, 'key')

  const answer = await add(recipient, 'key', { ...announcer, text: 'other' })

  expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  expect(await listOf(recipient)).toHaveLength(1)
})

test('a repeated deletion is answered from its record although the announcer is gone', async () => {
  const recipient = someone()
  await add(recipient, 'key')
  const [{ id }] = await listOf(recipient)
  const remove = () =>
    call('updateAnnouncers', { recipient, body: { deleted: [id] }, headers: { 'idempotency-key': 'removal' } })

  const [first, second] = [await remove(), await remove()]

  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.headers['idempotent-replayed']).toBe('true')
})
