import { expect, test } from 'vitest'
import { operations } from '../../../../shared/operations.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()

await sharedByTests(startLocalAws())

/** An answer without what is new in every answer: ids that the service draws, and times. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    /^(?:printId|historyItemId|id|createdAt|expiresAt)$/.test(key) && typeof value === 'string' ? `<${key}>` : value,
  )

test('the documented examples, one after the other, are answered as documented', async () => {
  const story = [
    'addHistoryItems',
    'listHistory',
    'repeatAlert',
    'deleteHistoryItem',
    'restoreHistoryItem',
    'testAlert',
    'printCsv',
  ]
  for (const id of story) {
    const examples = operations.find((operation) => operation.id === id)?.examples ?? []
    expect(examples.length, id).toBeGreaterThan(0)
    for (const { body, query, answer } of examples) {
      const given = await call(id, { recipient: 'alice', ...(body !== undefined && { body }), ...(query && { query }) })

      expect(given.status, id).toBe(200)
      expect(comparable(given.body), id).toEqual(comparable(answer))
    }
  }
})
