import { expect, test } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { refuseForeignOwner } from '../../../shared/http/refuseForeignOwner.ts'

const problemOf = (body: object, text = JSON.stringify(body)): Problem | undefined => {
  try {
    refuseForeignOwner('alice', { text, value: body })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}

test.each([
  [{ recipientId: 'bob' }, 'recipientId'],
  [{ ownerId: 'bob', recipientId: 'alice' }, 'ownerId'],
  [{ ownerId: ' ' }, 'ownerId'],
  [{ ownerId: 0 }, 'ownerId'],
  [{ recipientId: ['alice'] }, 'recipientId'],
  [{ updated: [{ id: '1', recipientId: 'alice' }, { recipientId: 'bob' }] }, 'recipientId'],
  [{ items: [], actions: [{ ownerId: 'bob' }] }, 'ownerId'],
])('%j names somebody else', (body, key) => {
  expect(problemOf(body)).toMatchObject({
    code: 'forbidden',
    message: `The ${key} in the body is not the caller.`,
  })
})

test('a key that is written with escapes names somebody else as well', () => {
  const text = String.raw`{"\u006fwnerId":"bob"}`

  expect(problemOf(JSON.parse(text), text)).toMatchObject({ code: 'forbidden' })
})

test.each([
  {},
  { ownerId: 'alice', recipientId: 'alice' },
  { ownerId: '' },
  { ownerId: null, recipientId: '' },
  { updated: [{ recipientId: 'alice' }], deleted: ['bob'], added: [null, 1, []] },
  { value: { ownerId: 'bob', list: [{ recipientId: 'bob' }] } },
  { actions: [{ payload: { recipientId: 'bob' } }] },
])('%j names nobody else', (body) => {
  expect(problemOf(body)).toBeUndefined()
})
