import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  DynamoDBServiceException,
  ResourceNotFoundException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { DecryptCommand, EncryptCommand, InvalidCiphertextException, KMSClient } from '@aws-sdk/client-kms'
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm'
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { attemptLimits } from '../../../shared/mechanisms/aws/attemptLimits.ts'

/** Classes of errors as this module's SDK knows them: in a bundle they are the bundle's own. */
const classes = {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  GoneException,
  InvalidCiphertextException,
  NoSuchKey,
  ResourceNotFoundException,
  TransactionCanceledException,
}

/** What a caller can tell of an outcome. */
export interface Outcome {
  readonly name?: string
  readonly message?: string
  readonly status?: number | undefined
  readonly attempts?: number | undefined
  readonly instanceOf?: readonly string[]
  readonly reasons?: unknown
  readonly fault?: string
  readonly output?: unknown
}

const outcomeOfError = (error: unknown): Outcome => {
  const { name, message, $metadata, $fault, CancellationReasons } = error as Error & {
    readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number }
    readonly $fault?: string
    readonly CancellationReasons?: unknown
  }
  return {
    name,
    message,
    status: $metadata?.httpStatusCode,
    attempts: $metadata?.attempts,
    instanceOf: Object.entries(classes).flatMap(([known, Class]) => (error instanceof Class ? [known] : [])),
    ...($fault !== undefined && { fault: $fault }),
    ...(CancellationReasons !== undefined && { reasons: CancellationReasons }),
  }
}

const outcomeOf = async (
  call: Promise<{ readonly $metadata: { readonly httpStatusCode?: number } }>,
): Promise<Outcome> => {
  try {
    const { $metadata, ...output } = await call
    return { status: $metadata.httpStatusCode, output }
  } catch (error) {
    return outcomeOfError(error)
  }
}

const clientOf = (endpoint: string, requestTimeout = 2_000): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      retryStrategy: new ConfiguredRetryStrategy(3, () => 5),
      requestHandler: attemptLimits(requestTimeout),
    }),
  )

const item = {
  id: 'a',
  text: 'é😀 "quoted" \\\\ \\u0000',
  numbers: [0, -1.5, 1e-7, 9007199254740991],
  nested: { flag: true, nothing: null, bytes: new Uint8Array([0, 255]), set: new Set(['x', 'y']) },
}

/** Calls with every outcome that the service's store tells apart, against a real engine. */
export const probeEngine = async (endpoint: string, TableName: string): Promise<Readonly<Record<string, Outcome>>> => {
  const client = clientOf(endpoint)
  const outcomes: Record<string, Outcome> = {}
  const record = async (title: string, call: Parameters<typeof outcomeOf>[0]): Promise<void> => {
    outcomes[title] = await outcomeOf(call)
  }
  const absent = { ConditionExpression: 'attribute_not_exists(id)' }
  await record('put', client.send(new PutCommand({ TableName, Item: item })))
  await record('get', client.send(new GetCommand({ TableName, Key: { id: 'a' }, ConsistentRead: true })))
  await record('get none', client.send(new GetCommand({ TableName, Key: { id: 'b' } })))
  await record('condition', client.send(new PutCommand({ TableName, Item: item, ...absent })))
  await record('no table', client.send(new GetCommand({ TableName: 'nothing', Key: { id: 'a' } })))
  await record(
    'bad expression',
    client.send(new UpdateCommand({ TableName, Key: { id: 'a' }, UpdateExpression: 'SETT x' })),
  )
  await record(
    'query',
    client.send(
      new QueryCommand({ TableName, KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': 'a' } }),
    ),
  )
  const Put = { TableName, Item: { id: 'a' }, ...absent, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }
  await record(
    'transaction',
    client.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Put: { TableName, Item: { id: 'c' } } }] })),
  )
  client.destroy()
  return outcomes
}

/** One read of a server that fails on purpose. */
export const probeFault = async (endpoint: string, requestTimeout: number): Promise<Outcome> => {
  const client = clientOf(endpoint, requestTimeout)
  const outcome = await outcomeOf(client.send(new GetCommand({ TableName: 'table', Key: { id: 'a' } })))
  client.destroy()
  return outcome
}

/** Calls of the other clients, against a server of canned answers. */
export const probeOthers = async (endpoint: string): Promise<readonly Outcome[]> => {
  const kms = new KMSClient({ endpoint })
  const ssm = new SSMClient({ endpoint })
  const s3 = new S3Client({ endpoint, forcePathStyle: true })
  const connections = new ApiGatewayManagementApiClient({ endpoint: `${endpoint}/live` })
  const Key = 'prints/a b/ä.csv'
  const outcomes = [
    await outcomeOf(kms.send(new EncryptCommand({ KeyId: 'key', Plaintext: Buffer.from('secret') }))),
    await outcomeOf(kms.send(new DecryptCommand({ CiphertextBlob: Buffer.from('x') }))),
    await outcomeOf(ssm.send(new GetParametersCommand({ Names: ['/a'], WithDecryption: true }))),
    await outcomeOf(s3.send(new PutObjectCommand({ Bucket: 'bucket', Key, Body: 'text' }))),
    await outcomeOf(s3.send(new GetObjectCommand({ Bucket: 'bucket', Key })).then(({ Body, ...output }) => output)),
    await outcomeOf(connections.send(new PostToConnectionCommand({ ConnectionId: 'a+b=', Data: Buffer.from('{}') }))),
  ]
  const signed = new URL(
    await getSignedUrl(s3, new GetObjectCommand({ Bucket: 'bucket', Key }), {
      signingDate: new Date(0),
      expiresIn: 900,
    }),
  )
  for (const client of [kms, ssm, s3, connections]) client.destroy()
  return [...outcomes, { output: signed.href }]
}
