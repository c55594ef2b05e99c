import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod/mini'
import type { Item } from '../contract/write.ts'

/** A change of an item, as a worker is given it. Images are there where the stream has them. */
export interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly keys: Item
  readonly newImage: Item | undefined
  readonly oldImage: Item | undefined
  /** Names the record towards Lambda. */
  readonly sequenceNumber: string
}

const Image = z.record(
  z.string(),
  z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null),
)

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
const Event = z.object({
  Records: z.array(
    z.object({
      eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
      dynamodb: z.object({
        Keys: Image,
        NewImage: z.optional(Image),
        OldImage: z.optional(Image),
        SequenceNumber: z.string(),
      }),
    }),
  ),
})

/** The records of a stream's event, in their order. Anything else is an error: no stream sends it. */
export const recordsFromEvent = (event: unknown): readonly StreamRecord[] =>
  Event.parse(event).Records.map(({ eventName, dynamodb: { Keys, NewImage, OldImage, SequenceNumber } }) => ({
    eventName,
    keys: unmarshall(Keys),
    newImage: NewImage && unmarshall(NewImage),
    oldImage: OldImage && unmarshall(OldImage),
    sequenceNumber: SequenceNumber,
  }))
