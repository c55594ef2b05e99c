import { marshall } from '@aws-sdk/util-dynamodb'

interface TestRecord {
  readonly eventName?: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly keys: Readonly<Record<string, unknown>>
  readonly newImage?: Readonly<Record<string, unknown>>
  readonly oldImage?: Readonly<Record<string, unknown>>
}

let lastSequenceNumber = 100

/** The event of an invocation of a worker behind a table's stream. */
export const streamEvent = (...records: readonly TestRecord[]) => ({
  Records: records.map(({ eventName = 'INSERT', keys, newImage, oldImage }) => ({
    eventID: `event-${lastSequenceNumber}`,
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    dynamodb: {
      Keys: marshall(keys),
      ...(newImage && { NewImage: marshall(newImage, { removeUndefinedValues: true }) }),
      ...(oldImage && { OldImage: marshall(oldImage, { removeUndefinedValues: true }) }),
      SequenceNumber: String(++lastSequenceNumber),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  })),
})
