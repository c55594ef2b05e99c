import { expect, test } from 'vitest'
import { refuseForeignOwner } from '../../../../shared/mechanisms/http/refuseForeignOwner.ts'

const refusing =
  (body: object, text = JSON.stringify(body)) =>
  () =>
    refuseForeignOwner('alice', { text, value: body })

test.each([
  [{ recipientId: 'bob' }, 'recipientId'],
  [{ ownerId: 'bob', recipientId: 'alice' }, 'ownerId'],
  [{ ownerId: ' ' }, 'ownerId'],
  [{ ownerId: 0 }, 'ownerId'],
  [{ recipientId: ['alice'] }, 'recipientId'],
  [{ updated: [{ id: '1', recipientId: 'alice' }, { recipientId: 'bob' }] }, 'recipientId'],
  [{ items: [], actions: [{ ownerId: 'bob' }] }, 'ownerId'],
])('%j names somebody else', (body, key) => {
  const message = `The ${key} in the body does not name the caller.`

  expect(refusing(body)).toThrow(expect.objectContaining({ code: 'forbidden', message }))
})

test('a key that is written with escapes names somebody else as well', () => {
  const text = String.raw`{"\u006fwnerId":"bob"}`

  expect(refusing(JSON.parse(text), text)).toThrow(expect.objectContaining({ code: 'forbidden' }))
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
  expect(refusing(body)).not.toThrow()
})
