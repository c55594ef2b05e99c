import { DynamoDBClient } from '@aws-sdk/client-dynamodb'

type Item = Readonly<Record<string, unknown>>
/** What a call sends, as DynamoDB's interface has it. */
export interface Input {
  readonly TableName: string
  readonly ConsistentRead?: boolean
  readonly ExclusiveStartKey?: Item
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues: Readonly<Record<string, object>>
  readonly Key: { readonly id: { readonly S: string } }
  readonly RequestItems: Readonly<Record<string, unknown>>
}

/** A client of DynamoDB whose calls are answered by their operations, an error by its name, and what they ask. */
export const answeredClient = (answers: Readonly<Record<string, (input: Input) => object | string>>) => {
  const asked: (readonly [operation: string, input: Input])[] = []
  const handle = async ({ headers, body }: { readonly headers: Record<string, string>; readonly body: string }) => {
    const operation = String(headers['x-amz-target']).split('.')[1] ?? ''
    const input = JSON.parse(body) as Input
    asked.push([operation, input])
    const answer = answers[operation]?.(input) ?? 'ValidationException'
    const [statusCode, content] = typeof answer === 'string' ? [400, { __type: answer, message: 'no' }] : [200, answer]
    return { response: { statusCode, headers: {}, body: Buffer.from(JSON.stringify(content)) } }
  }
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: { handle } as never,
  })
  const inputsOf = (operation: string) => asked.filter(([name]) => name === operation).map(([, input]) => input)
  return { client, asked, inputsOf }
}

/** Tables with the key `id`: a scan gives a page of items, and a batch does all but its last request where it has several. */
export const standInTables = (contents: Readonly<Record<string, readonly Item[]>>, pageSize = 2) => {
  const idOf = (item: unknown) => JSON.stringify((item as Item)['id'])
  const tables = new Map(
    Object.entries(contents).map(([name, items]) => [name, new Map(items.map((item) => [idOf(item), item]))] as const),
  )
  const itemsOf = (name: string): readonly Item[] => [...(tables.get(name)?.values() ?? [])]

  const Scan = ({ TableName, ExclusiveStartKey }: Input) => {
    const items = itemsOf(TableName)
    const start =
      ExclusiveStartKey === undefined ? 0 : items.findIndex((item) => idOf(item) === idOf(ExclusiveStartKey)) + 1
    const end = start + pageSize
    const Items = items.slice(start, end)
    const last = Items.at(-1)
    return { Items, Count: Items.length, ...(end < items.length && { LastEvaluatedKey: { id: last?.['id'] } }) }
  }
  const BatchGetItem = ({ RequestItems }: Input) => {
    const [[name, { Keys }] = ['', { Keys: [] }]] = Object.entries(RequestItems) as [
      string,
      { Keys: readonly Item[] },
    ][]
    const done = Keys.length > 1 ? Keys.slice(0, -1) : Keys
    const ids = done.map(idOf)
    return {
      Responses: { [name]: itemsOf(name).filter((item) => ids.includes(idOf(item))) },
      ...(done.length < Keys.length && { UnprocessedKeys: { [name]: { Keys: Keys.slice(-1) } } }),
    }
  }
  const BatchWriteItem = ({ RequestItems }: Input) => {
    const [[name, requests] = ['', []]] = Object.entries(RequestItems) as [
      string,
      { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[],
    ][]
    const done = requests.length > 1 ? requests.slice(0, -1) : requests
    for (const { PutRequest, DeleteRequest } of done) {
      if (PutRequest) tables.get(name)?.set(idOf(PutRequest.Item), PutRequest.Item)
      if (DeleteRequest) tables.get(name)?.delete(idOf(DeleteRequest.Key))
    }
    return done.length < requests.length ? { UnprocessedItems: { [name]: requests.slice(-1) } } : {}
  }
  return { itemsOf, tables, answers: { Scan, BatchGetItem, BatchWriteItem } }
}
