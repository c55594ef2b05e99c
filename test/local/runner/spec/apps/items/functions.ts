import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'

interface RestEvent {
  readonly body: string | null
  readonly pathParameters: Readonly<Record<string, string>> | null
  readonly requestContext: { readonly authorizer?: { readonly principalId: string; readonly plan: string } }
}

const tables = new DynamoDBClient()
const TableName = process.env['TABLE']

const answer = (statusCode: number, body?: unknown) => ({
  statusCode,
  headers: { 'Access-Control-Allow-Origin': '*' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
})
const keyOf = ({ pathParameters }: RestEvent) => ({ id: { S: pathParameters?.['id'] ?? '' } })

export const listItems = async () => {
  const { Items = [] } = await tables.send(new ScanCommand({ TableName }))
  return answer(
    200,
    Items.map(({ id }) => id?.S),
  )
}

export const putItem = async (event: RestEvent) => {
  const { principalId, plan } = event.requestContext.authorizer ?? { principalId: '', plan: '' }
  const Item = { ...keyOf(event), text: { S: event.body ?? '' }, owner: { S: `${principalId} (${plan})` } }
  await tables.send(new PutItemCommand({ TableName, Item }))
  return answer(204)
}

export const getItem = async (event: RestEvent) => {
  const { Item } = await tables.send(new GetItemCommand({ TableName, Key: keyOf(event) }))
  return Item ? answer(200, { text: Item['text']?.S, owner: Item['owner']?.S }) : answer(404)
}

/** Reads first, which its role does not allow. */
export const removeItem = async (event: RestEvent) => {
  await tables.send(new GetItemCommand({ TableName, Key: keyOf(event) }))
  await tables.send(new DeleteItemCommand({ TableName, Key: keyOf(event) }))
  return answer(204)
}

/** Everybody with a token may write, and only Ada may delete. */
export const authorize = async ({ authorizationToken, methodArn }: Record<string, string>) => {
  const name = authorizationToken?.replace('token ', '')
  if (name === 'nobody') throw new Error('Unauthorized')
  const writing = { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn?.replace(/v1\/.*/, 'v1/PUT/*') }
  const all = { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: '*' }
  const Statement = name === 'ada' ? [all] : [writing]
  return { principalId: name, policyDocument: { Version: '2012-10-17', Statement }, context: { plan: 7 } }
}

export const echo = async (event: RestEvent) => answer(200, event)
