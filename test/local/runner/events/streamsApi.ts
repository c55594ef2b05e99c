import { createForwarder } from '../aws/forwarder.ts'
import { type DynamoDbEngine, engineHeaders } from '../engines/dynamodb.ts'

/** `{"S": "text"}` and the like: the format of the wire and of Lambda's events. */
export type AttributeValue = Readonly<Record<string, unknown>>
export type Attributes = Readonly<Record<string, AttributeValue>>

export interface StreamRecord {
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE'
  readonly dynamodb: {
    /** Seconds. */
    readonly ApproximateCreationDateTime: number
    readonly Keys: Attributes
    readonly NewImage?: Attributes
    readonly OldImage?: Attributes
    readonly SequenceNumber: string
    readonly SizeBytes: number
    readonly StreamViewType: string
  }
  /** Present for a deletion by time to live. */
  readonly userIdentity?: { readonly PrincipalId: string; readonly Type: string }
}

export interface Shard {
  readonly ShardId: string
  readonly ParentShardId?: string
}

export interface RecordPage {
  readonly records: readonly StreamRecord[]
  /** Undefined at the end of a closed shard. */
  readonly nextIterator: string | undefined
}

/** Where to read from: after a record, at the oldest one, or at the next one to come. */
export type StreamPosition = { readonly after: string } | 'TRIM_HORIZON' | 'LATEST'

export type StreamsApi = ReturnType<typeof openStreamsApi>

/** An error that the engine answered; `code` is the exception's name. */
export class StreamsError extends Error {
  override readonly name = 'StreamsError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** Whether reading can go on with a new iterator, because the iterator expired or its records were trimmed. */
export const isBrokenIterator = (error: unknown): boolean =>
  error instanceof StreamsError && ['ExpiredIteratorException', 'TrimmedDataAccessException'].includes(error.code)

/**
 * The engine's DynamoDB Streams API without the SDK: the SDK would turn binaries, sets and dates into objects, and a function has to
 * get them as they are on the wire.
 */
export const openStreamsApi = (engine: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>) => {
  const forwarder = createForwarder(engine.endpoint)

  const call = async <T>(target: string, input: object): Promise<T> => {
    const headers = engineHeaders(engine, target)
    const { body } = await forwarder.forward({ method: 'POST', target: '/', headers, body: JSON.stringify(input) })
    const answer = JSON.parse(body.toString()) as T & { readonly __type?: string; readonly message?: string }
    if (answer.__type === undefined) return answer
    throw new StreamsError(answer.__type.split('#').at(-1) ?? '', answer.message ?? '')
  }

  const streams = <T>(operation: string, input: object) => call<T>(`DynamoDBStreams_20120810.${operation}`, input)

  return {
    /** The engine's ARN of the table's stream. */
    async streamArn(TableName: string): Promise<string> {
      const { Table } = await call<{ Table: { LatestStreamArn?: string } }>('DynamoDB_20120810.DescribeTable', {
        TableName,
      })
      if (Table.LatestStreamArn !== undefined) return Table.LatestStreamArn
      throw new Error(`table ${TableName} has no stream in the DynamoDB engine`)
    },
    async shards(StreamArn: string): Promise<readonly Shard[]> {
      const shards: Shard[] = []
      let last: string | undefined
      do {
        const { StreamDescription } = await streams<{
          StreamDescription: { Shards: readonly Shard[]; LastEvaluatedShardId?: string }
        }>('DescribeStream', { StreamArn, ...(last === undefined ? {} : { ExclusiveStartShardId: last }) })
        shards.push(...StreamDescription.Shards)
        last = StreamDescription.LastEvaluatedShardId
      } while (last !== undefined)
      return shards
    },
    async iterator(StreamArn: string, ShardId: string, position: StreamPosition): Promise<string> {
      const from =
        typeof position === 'string'
          ? { ShardIteratorType: position }
          : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position.after }
      const { ShardIterator } = await streams<{ ShardIterator: string }>('GetShardIterator', {
        StreamArn,
        ShardId,
        ...from,
      })
      return ShardIterator
    },
    async records(ShardIterator: string): Promise<RecordPage> {
      const { Records, NextShardIterator } = await streams<{
        Records: readonly StreamRecord[]
        NextShardIterator?: string | null
      }>('GetRecords', { ShardIterator })
      return { records: Records, nextIterator: NextShardIterator ?? undefined }
    },
    close: forwarder.close,
  }
}
