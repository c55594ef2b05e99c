import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Item } from '../contract/write.ts'
import { member, textMember } from '../unknown.ts'

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

const itemFrom = (image: unknown): Item | undefined =>
  typeof image === 'object' && image !== null ? unmarshall(image as Record<string, AttributeValue>) : undefined

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
