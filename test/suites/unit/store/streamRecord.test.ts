import { marshall } from '@aws-sdk/util-dynamodb'
import { expect, test } from 'vitest'
import { recordsFromEvent } from '../../../../shared/mechanisms/store/streamRecord.ts'

const item = {
  id: 'a',
  none: null,
  list: [{ B: 'no bytes' }, 1, [true]],
  names: new Set(['x']),
}
/** As Lambda sends it: bytes are base64. */
const image = { ...marshall(item), bytes: { B: 'AQI=' }, more: { L: [{ M: { bytes: { B: '' } } }] } }
const change = { Keys: { id: { S: 'a' } }, SequenceNumber: '7' }
const record = { eventName: 'MODIFY', dynamodb: { ...change, NewImage: image, OldImage: marshall({ id: 'a' }) } }

test('items come as they were stored, bytes as bytes, at any depth', () => {
  expect(recordsFromEvent({ Records: [record] })).toEqual([
    {
      eventName: 'MODIFY',
      keys: { id: 'a' },
      newImage: { ...item, bytes: new Uint8Array([1, 2]), more: [{ bytes: new Uint8Array() }] },
      oldImage: { id: 'a' },
      sequenceNumber: '7',
    },
  ])
})

test.each(['INSERT', 'MODIFY', 'REMOVE'])('%s without images has none', (eventName) => {
  const dynamodb = { ...change, NewImage: null, OldImage: 'no' }

  expect(recordsFromEvent({ Records: [{ eventName, dynamodb }] })).toEqual([
    { eventName, keys: { id: 'a' }, newImage: undefined, oldImage: undefined, sequenceNumber: '7' },
  ])
})

test.each([
  ['an unknown change', { ...record, eventName: 'TRUNCATE' }],
  ['no keys', { ...record, dynamodb: { ...change, Keys: undefined } }],
  ['no number', { ...record, dynamodb: { ...change, SequenceNumber: 7 } }],
])('a record with %s is invalid', (_name, broken) => {
  expect(() => recordsFromEvent({ Records: [broken] })).toThrow('not a record of a DynamoDB stream')
})

test.each([undefined, null, {}, { Records: record }])('%j is no event of a stream', (event) => {
  expect(() => recordsFromEvent(event)).toThrow('not an event of a DynamoDB stream')
})
