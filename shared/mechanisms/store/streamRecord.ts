import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Item } from '../../contract/write.ts'
import { member, textMember } from '../../runtime/readMember.ts'

/** A change of an item, as a worker receives it. Images are present where the stream contains them. */
export interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly keys: Item
  readonly newImage: Item | undefined
  readonly oldImage: Item | undefined
  /** Identifies the record in the worker's answer to Lambda. */
  readonly sequenceNumber: string
}

const eventNames = ['INSERT', 'MODIFY', 'REMOVE'] as const

/** Bytes in place of their base64: an event is JSON, where `{"B": …}` has a text. No item has a set of bytes. */
const withBytes = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withBytes)
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'B' && typeof member === 'string' ? new Uint8Array(Buffer.from(member, 'base64')) : withBytes(member),
  ])
  return Object.fromEntries(members)
}

const itemFrom = (image: unknown): Item | undefined =>
  typeof image === 'object' && image !== null
    ? unmarshall(withBytes(image) as Record<string, AttributeValue>)
    : undefined

const recordFrom = (record: unknown): StreamRecord => {
  const change = member(record, 'dynamodb')
  const eventName = eventNames.find((name) => name === member(record, 'eventName'))
  const keys = itemFrom(member(change, 'Keys'))
  const sequenceNumber = textMember(change, 'SequenceNumber')
  if (eventName === undefined || keys === undefined || sequenceNumber === undefined)
    throw new Error('not a record of a DynamoDB stream')
  return {
    eventName,
    keys,
    newImage: itemFrom(member(change, 'NewImage')),
    oldImage: itemFrom(member(change, 'OldImage')),
    sequenceNumber,
  }
}

/**
 * The records of a stream's event, in their order. Any other event is an error.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export const recordsFromEvent = (event: unknown): readonly StreamRecord[] => {
  const records = member(event, 'Records')
  if (!Array.isArray(records)) throw new Error('not an event of a DynamoDB stream')
  return records.map(recordFrom)
}
