import { expect, test } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { refuseForeignOwner } from '../../../shared/http/foreignOwner.ts'

const problemOf = (body: object): Problem | undefined => {
  try {
    refuseForeignOwner('alice', body)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}

test.each([
  [{ recipientId: 'bob' }, ['/recipientId']],
  [{ ownerId: 'bob', recipientId: 'carol' }, ['/recipientId', '/ownerId']],
  [{ ownerId: '' }, ['/ownerId']],
  [{ ownerId: null }, ['/ownerId']],
  [{ recipientId: ['alice'] }, ['/recipientId']],
  [{ updated: [{ id: '1', recipientId: 'alice' }, { recipientId: 'bob' }] }, ['/updated/1/recipientId']],
  [{ actions: [{ ownerId: 'bob' }], items: [{ ownerId: 'bob' }] }, ['/actions/0/ownerId', '/items/0/ownerId']],
])('%j names somebody else', (body, pointers) => {
  expect(problemOf(body)).toMatchObject({
    code: 'forbidden',
    errors: pointers.map((pointer) => ({ in: 'body', pointer, detail: 'is not the caller' })),
  })
})

test.each([
  {},
  { ownerId: 'alice', recipientId: 'alice' },
  { updated: [{ recipientId: 'alice' }], deleted: ['bob'], added: [null, 1, []] },
  { value: { ownerId: 'bob', list: [{ recipientId: 'bob' }] } },
  { actions: [{ payload: { recipientId: 'bob' } }] },
])('%j names nobody else', (body) => {
  expect(problemOf(body)).toBeUndefined()
})
