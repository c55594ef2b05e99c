import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { TableName } from '../../shared/contract/resources.ts'
import { askEngine } from './askEngine.ts'
import type { LocalAws } from './localAws.ts'

interface Page {
  readonly Items?: readonly Record<string, AttributeValue>[]
  readonly LastEvaluatedKey?: object
}

/** Every item of a table of the local AWS. */
export const itemsOf = async (
  aws: Pick<LocalAws, 'engines' | 'table' | 'written'>,
  name: TableName,
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  if (!aws.written.has(name)) return []
  const items: Readonly<Record<string, unknown>>[] = []
  let ExclusiveStartKey: object | undefined
  do {
    const input = { TableName: aws.table(name), ConsistentRead: true, ExclusiveStartKey }
    const { Items = [], LastEvaluatedKey } = await askEngine<Page>(aws, 'Scan', input)
    items.push(...Items.map((item) => unmarshall(item)))
    ExclusiveStartKey = LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
  return items
}
