/** The members of DynamoDB's requests that name tables and items. */
export interface DynamoDbInput {
  readonly TableName?: string
  readonly IndexName?: string
  readonly ConsistentRead?: boolean
  readonly ReturnConsumedCapacity?: string
  readonly RequestItems?: Readonly<Record<string, unknown>>
  readonly TransactItems?: readonly Readonly<Record<string, { readonly TableName: string }>>[]
}

export interface Access {
  /** `dynamodb:PutItem` */
  readonly action: string
  readonly resource: string
  readonly conditionKeys: Readonly<Record<string, readonly string[]>>
}

type Names = (operation: string, input: DynamoDbInput) => readonly { readonly action: string; readonly table: string }[]

const ofTable: Names = (operation, { TableName = '' }) => [{ action: operation, table: TableName }]
const ofIndexOrTable: Names = (operation, { TableName = '', IndexName }) => [
  { action: operation, table: IndexName === undefined ? TableName : `${TableName}/index/${IndexName}` },
]
const ofBatch: Names = (operation, { RequestItems = {} }) =>
  Object.keys(RequestItems).map((table) => ({ action: operation, table }))

/** A transaction has no action of its own: each part needs that of its single-item operation. */
const ofTransaction: Names = (_, { TransactItems = [] }) =>
  TransactItems.flatMap((item) =>
    Object.entries(item).map(([part, { TableName }]) => ({
      action: transactionActions[part] ?? part,
      table: TableName,
    })),
  )

const transactionActions: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

const noKeys: Access['conditionKeys'] = {}

const operations: Readonly<Record<string, Names>> = {
  GetItem: ofTable,
  PutItem: ofTable,
  UpdateItem: ofTable,
  DeleteItem: ofTable,
  DescribeTable: ofTable,
  DescribeTimeToLive: ofTable,
  Query: ofIndexOrTable,
  Scan: ofIndexOrTable,
  BatchGetItem: ofBatch,
  BatchWriteItem: ofBatch,
  TransactGetItems: ofTransaction,
  TransactWriteItems: ofTransaction,
}

/**
 * What a role must allow for a call, by the service authorization reference.
 *
 * @returns undefined for an operation that the endpoint does not allow: PartiQL, tables, backups and streams
 * @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
export const dynamoDbAccess = (
  operation: string,
  input: DynamoDbInput,
  home: { readonly region: string; readonly accountId: string },
): readonly Access[] | undefined => {
  const names = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  if (!names) return undefined
  const conditionKeys = names === ofTransaction ? { 'dynamodb:EnclosingOperation': [operation] } : noKeys
  const accesses = names(operation, input).map(({ action, table }) => ({
    action: `dynamodb:${action}`,
    resource: table.startsWith('arn:') ? table : `arn:aws:dynamodb:${home.region}:${home.accountId}:table/${table}`,
    conditionKeys,
  }))
  return [...new Map(accesses.map((access) => [`${access.action} ${access.resource}`, access])).values()]
}

/** The tables that a call names. */
export const tablesOf = (operation: string, input: DynamoDbInput): readonly string[] => {
  const named = operations[operation]?.(operation, input) ?? []
  return [...new Set(named.map(({ table }) => table.split('/index/')[0] ?? table))]
}
