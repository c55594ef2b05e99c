import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { StreamRecord } from './streamsApi.ts'

/**
 * A stream record as Lambda hands it to a function.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export interface LambdaRecord {
  readonly eventID: string
  readonly eventName: StreamRecord['eventName']
  readonly eventVersion: '1.1'
  readonly eventSource: 'aws:dynamodb'
  readonly awsRegion: string
  readonly dynamodb: StreamRecord['dynamodb']
  readonly userIdentity?: { readonly principalId: string; readonly type: string }
  readonly eventSourceARN: string
}

/** The stream's ARN as AWS would have it: the engine knows neither account nor region, and may label it with seconds. */
export const awsStreamArn = (tableArn: string, engineStreamArn: string): string => {
  const label = engineStreamArn.slice(engineStreamArn.lastIndexOf('/') + 1)
  const seconds = Number(label)
  const created = Number.isNaN(seconds) ? label : new Date(seconds * 1000).toISOString().slice(0, -1)
  return `${tableArn}/stream/${created}`
}

export const lambdaRecord = (record: StreamRecord, region: string, streamArn: string): LambdaRecord => ({
  eventID: createHash('md5').update(`${streamArn} ${record.dynamodb.SequenceNumber}`).digest('hex'),
  eventName: record.eventName,
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: region,
  dynamodb: record.dynamodb,
  ...(record.userIdentity === undefined
    ? {}
    : { userIdentity: { principalId: record.userIdentity.PrincipalId, type: record.userIdentity.Type } }),
  eventSourceARN: streamArn,
})

/** Whether a record changed nothing. DynamoDB streams no such write, but the embedded engine does. */
export const changesNothing = ({ eventName, dynamodb }: StreamRecord): boolean =>
  eventName === 'MODIFY' && dynamodb.NewImage !== undefined && isDeepStrictEqual(dynamodb.OldImage, dynamodb.NewImage)

/** The index of the lane, of `lanes` parallel ones, for a record. Records with the same key share a lane and so stay in order. */
export const laneOf = ({ dynamodb }: StreamRecord, lanes: number): number => {
  if (lanes === 1) return 0
  const key = Object.entries(dynamodb.Keys).sort(([left], [right]) => (left < right ? -1 : 1))
  return createHash('md5').update(JSON.stringify(key)).digest().readUInt32BE() % lanes
}
