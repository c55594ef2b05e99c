import { describe, expect, it } from 'vitest'
import { dynamoDbAccess, tablesOf } from '../../aws/dynamodbActions.ts'

const home = { region: 'us-east-1', accountId: '123456789012' }
const arn = (table: string) => `arn:aws:dynamodb:us-east-1:123456789012:table/${table}`
const item = (TableName: string) => ({ TableName })

describe('what a role must allow for', () => {
  it.each([
    ['GetItem', item('A'), [['dynamodb:GetItem', arn('A')]]],
    ['GetItem', item(arn('A')), [['dynamodb:GetItem', arn('A')]]],
    ...['PutItem', 'UpdateItem', 'DeleteItem', 'DescribeTable', 'DescribeTimeToLive', 'Scan'].map(
      (name): [string, object, string[][]] => [name, item('A'), [[`dynamodb:${name}`, arn('A')]]],
    ),
    ['GetItem', { TableName: 'A', IndexName: 'byDate' }, [['dynamodb:GetItem', arn('A')]]],
    ['Query', { TableName: arn('A'), IndexName: 'byDate' }, [['dynamodb:Query', arn('A/index/byDate')]]],
    ['Query', item('A'), [['dynamodb:Query', arn('A')]]],
    ['Query', { TableName: 'A', IndexName: 'byDate' }, [['dynamodb:Query', arn('A/index/byDate')]]],
    ['Scan', { TableName: 'A', IndexName: 'byDate' }, [['dynamodb:Scan', arn('A/index/byDate')]]],
    [
      'BatchGetItem',
      { RequestItems: { A: {}, B: {} } },
      [
        ['dynamodb:BatchGetItem', arn('A')],
        ['dynamodb:BatchGetItem', arn('B')],
      ],
    ],
    ['BatchWriteItem', { RequestItems: { A: [] } }, [['dynamodb:BatchWriteItem', arn('A')]]],
    ['TransactGetItems', { TransactItems: [{ Get: item('A') }, { Get: item('A') }] }, [['dynamodb:GetItem', arn('A')]]],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: item('A') },
          { Update: item('A') },
          { Delete: item('B') },
          { ConditionCheck: item('C') },
          { Put: item('A') },
        ],
      },
      [
        ['dynamodb:PutItem', arn('A')],
        ['dynamodb:UpdateItem', arn('A')],
        ['dynamodb:DeleteItem', arn('B')],
        ['dynamodb:ConditionCheckItem', arn('C')],
      ],
    ],
  ])('%s %j', (operation, input, expected) => {
    const accesses = dynamoDbAccess(operation, input, home)

    expect(accesses?.map(({ action, resource }) => [action, resource])).toEqual(expected)
  })

  it('a part of a transaction, by the operation that encloses it', () => {
    const [access] = dynamoDbAccess('TransactWriteItems', { TransactItems: [{ Put: item('A') }] }, home) ?? []

    expect(access?.conditionKeys).toEqual({ 'dynamodb:EnclosingOperation': ['TransactWriteItems'] })
    expect(dynamoDbAccess('PutItem', item('A'), home)?.[0]?.conditionKeys).toEqual({})
  })

  it.each(['ExecuteStatement', 'ExecuteTransaction', 'CreateTable', 'GetRecords', 'constructor', ''])(
    '%s is not imitated',
    (operation) => {
      expect(dynamoDbAccess(operation, item('A'), home)).toBeUndefined()
    },
  )

  it('lists the tables of a call, without their indexes', () => {
    expect(tablesOf('Query', { TableName: 'A', IndexName: 'byDate' })).toEqual(['A'])
    expect(tablesOf('TransactWriteItems', { TransactItems: [{ Put: item('A') }, { Delete: item('A') }] })).toEqual([
      'A',
    ])
  })
})
