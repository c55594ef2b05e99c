import { expect, test } from 'vitest'
import { listScenes } from '../../../support/listScenes.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

/** Bytes that Lambda lets an answer have, its body counted as the JSON text that it is within the answer. */
const lambdaLimit = 6_291_556
const sizeOf = (answer: { status: number; headers: object; body: unknown }): number =>
  Buffer.byteLength(JSON.stringify({ ...answer, body: JSON.stringify(answer.body) }))

const call = operationCaller()
const aws = await sharedByTests(startLocalAws())

test.each<[string, string]>([
  ['120,000 zeros', JSON.stringify({ added: Array.from({ length: 120_000 }, () => 0) })],
  ['85,000 empty objects', JSON.stringify({ updated: Array.from({ length: 85_000 }, () => ({})) })],
  ['120,000 ids that are none', JSON.stringify({ deleted: Array.from({ length: 120_000 }, () => 0) })],
  ['28,000 lone surrogates', `{"added":[${Array.from({ length: 28_000 }, () => '"\\ud800"').join(',')}]}`],
  [
    '9,000 wrong buttons',
    JSON.stringify({ added: Array.from({ length: 90 }, () => ({ buttons: Array.from({ length: 100 }, () => ({})) })) }),
  ],
])('%s are 400 with at most 100 violations, regression: a 500', async (_name, body) => {
  const answer = await call('updateAnnouncers', { body })

  expect(answer.status).toBe(400)
  expect(answer.body.errors.length).toBeLessThanOrEqual(100)
  if (answer.body.errors.length === 100) expect(answer.body.detail).toContain('Only the first 100 are listed.')
})

test('100 of the largest announcers fit one answer, regression: nobody could read or delete them any more', async () => {
  const buttons = Array.from({ length: 48 }, () => ({ text: '"'.repeat(64), url: `https://e.fr/${'x'.repeat(204)}` }))
  const largest = { text: '"'.repeat(4096), accountId: '"'.repeat(64), chatId: -1001234567890, buttons }
  for (let count = 0; count < 100; count += 10)
    expect(
      await call('updateAnnouncers', { body: { added: Array.from({ length: 10 }, () => largest) } }),
    ).toMatchObject({
      status: 200,
    })

  const list = await call('listAnnouncers')
  const tooLarge = await call('addAnnouncer', { body: { ...largest, buttons: [...buttons, ...buttons.slice(0, 3)] } })

  expect(list.body).toHaveLength(100)
  expect(sizeOf(list)).toBeLessThan(5_000_000)
  expect(tooLarge).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer: '/buttons' }] } })
})

/** Items of a list, which fill more than one answer where their texts are the largest. */
const kept = 45
const quotes = JSON.stringify({ text: '"'.repeat(31_000) })

test.each([
  ['listConfigs', { value: quotes }],
  ['listActions', { payload: quotes }],
  ['listGateways', { settings: quotes }],
  ['listNews', { description: '"'.repeat(10_000) }],
  ['listHistory', { metadata: quotes }],
  ['listPayments', { message: '"'.repeat(60_000) }],
])('%s gives everything in pages that fit an answer, regression: a 500', async (id, more) => {
  const scene = listScenes[id]
  if (scene === undefined) throw new Error(`no scene for ${id}`)
  const recipient = `large-${id}`
  const items = Array.from({ length: kept }, (_, index) => ({ ...scene.item(recipient, index + 1), ...more }))
  await putMany(aws.client, aws.table(scene.table), items)
  if (scene.total !== undefined)
    await putMany(aws.client, aws.table('recipients'), [{ recipientId: recipient, [scene.total]: items.length }])

  const seen: string[] = []
  let query: Record<string, string> | undefined = { size: '100' }
  while (query !== undefined) {
    const answer = await call(id, { recipient, query })
    expect(answer.status).toBe(200)
    expect(sizeOf(answer)).toBeLessThan(lambdaLimit)
    seen.push(...answer.body.content.map((item: { id: string }) => item.id))
    const link = answer.headers['link']
    query = link === undefined ? undefined : Object.fromEntries(new URLSearchParams(/<\?(.*)>/.exec(link)?.[1]))
  }

  expect(new Set(seen).size).toBe(kept)
  expect(seen).toHaveLength(kept)
})
