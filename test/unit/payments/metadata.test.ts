import { expect, test } from 'vitest'
import { detailsFromMetadata } from '../../../shared/payments/metadata.ts'

test('what a payment page told is read', () => {
  const details = detailsFromMetadata({
    nickname: 'bob',
    message: 'hi',
    goal: 'mic',
    attachments: '["https://youtu.be/dQw4w9WgXcQ"]',
    actions: '[{"actionId":"a","parameters":{"x":1}},{"id":"own","actionId":"b"}]',
    unrelated: 'order 7',
  })

  expect(details).toEqual({
    nickname: 'bob',
    message: 'hi',
    goal: 'mic',
    attachments: ['https://youtu.be/dQw4w9WgXcQ'],
    actions: [
      { id: '1', actionId: 'a', parameters: { x: 1 } },
      { id: 'own', actionId: 'b', parameters: {} },
    ],
  })
})

test.each(['', '{', 'null', '"text"', '[1]', '{"a":1}', '[{"parameters":{}}]'])(
  'malformed lists (%j) are passed over',
  (text) => {
    expect(detailsFromMetadata({ nickname: 'bob', attachments: text, actions: text })).toEqual({
      nickname: 'bob',
      message: undefined,
      goal: undefined,
      attachments: undefined,
      actions: undefined,
    })
  },
)
