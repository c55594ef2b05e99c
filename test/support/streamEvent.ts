import { marshall } from '@aws-sdk/util-dynamodb'

interface TestRecord {
  readonly eventName?: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly keys: Readonly<Record<string, unknown>>
  readonly newImage?: Readonly<Record<string, unknown>>
  readonly oldImage?: Readonly<Record<string, unknown>>
}

/** DynamoDB's JSON as Lambda passes it on: bytes are base64. */
const imageOf = (item: Readonly<Record<string, unknown>>): unknown => {
  const image = marshall(item, { removeUndefinedValues: true })
  const text = JSON.stringify(image, function (this: Record<string, unknown>, name, value) {
    const member = this[name]
    return member instanceof Uint8Array ? Buffer.from(member).toString('base64') : value
  })
  return JSON.parse(text)
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
      Keys: imageOf(keys),
      ...(newImage && { NewImage: imageOf(newImage) }),
      ...(oldImage && { OldImage: imageOf(oldImage) }),
      SequenceNumber: String(++lastSequenceNumber),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  })),
})
