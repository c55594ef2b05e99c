import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { moneyFromItem } from '../money/money.ts'
import { queryAll } from '../store/query.ts'
import type { ConfigRecord as ConfigRecordSchema } from './contract.ts'
import { type NewConfig, type Precondition, paymentPage } from './rules.ts'

export type ConfigRecord = z.input<typeof ConfigRecordSchema>

/** The id of the first record of a name. A renamed record keeps it, and its old name is retired: a later record there gets another id. */
export const configId = (recipientId: string, name: string): string => derivedId('config', recipientId, name)

/** The name that was asked for does not lead to the record that was expected there. */
export class OtherRecord extends Error {
  override readonly name = 'OtherRecord'
  /** The id of the record that has the name; undefined where none has. */
  readonly id: string | undefined

  constructor(found: Item | undefined) {
    super('another record has this name')
    this.id = found?.['id'] as string | undefined
  }
}

const recordFromItem = (item: Item): ConfigRecord => {
  const { id, name, recipientId, url, actions, gateway, revision } = item as Record<string, string> & {
    actions: ConfigRecord['actions']
  }
  const value = JSON.parse(String(item['value'])) as Record<string, unknown>
  return {
    id: String(id),
    name: String(name),
    ownerId: String(recipientId),
    url: String(url),
    value: gateway === undefined ? value : { ...value, gateway },
    actions: actions.map((action) => ({
      id: action.id,
      name: action.name,
      price: moneyFromItem(action.price),
      category: action.category,
      game: action.game,
    })),
    revision: String(revision),
  }
}

const itemFromConfig = (
  recipientId: string,
  id: string,
  { name, url, value, actions }: NewConfig,
  revision: string,
): Item => ({
  recipientId,
  name,
  id,
  url,
  actions,
  value: JSON.stringify(value),
  revision,
})

interface Condition {
  readonly ConditionExpression: string
  readonly ExpressionAttributeValues: Record<string, unknown>
}

/** The record is as the precondition asks, or already has the revision that this write gives it. */
const unchanged = (precondition: Precondition | undefined, revision: string): Condition | undefined => {
  if (precondition === undefined) return undefined
  if (precondition === 'exists') return { ConditionExpression: 'attribute_exists(id)', ExpressionAttributeValues: {} }
  if (precondition === 'absent')
    return {
      ConditionExpression: 'attribute_not_exists(id) OR revision = :revision',
      ExpressionAttributeValues: { ':revision': revision },
    }
  const accepted = [...precondition, revision].map((value, index) => [`:revision${index}`, value] as const)
  return {
    ConditionExpression: `revision IN (${accepted.map(([name]) => name).join(', ')})`,
    ExpressionAttributeValues: Object.fromEntries(accepted),
  }
}

/** A given id has to exist; one that follows from the name may be new, unless it went away with a rename; any other one is new or known. */
const identityCondition = ({ id: given, name }: NewConfig, recipientId: string, id: string): string => {
  if (given !== undefined) return 'id = :id'
  if (id === configId(recipientId, name))
    return '(attribute_not_exists(id) AND attribute_not_exists(retired)) OR id = :id'
  return 'attribute_not_exists(id) OR id = :id'
}

const stale = (): Problem =>
  new Problem('precondition_failed', 'The record is not as If-Match or If-None-Match asks; read it again.')

/** Configuration records, one item each, by recipient and name. The free-form value is kept as JSON text, so that it returns unchanged. */
export const configRepository = (client: DynamoDBDocumentClient, table: string) => {
  const conditionalPut = (
    Item: Item,
    identity: Condition,
    precondition: Condition | undefined,
    refusal: Write['refusal'],
  ): Write => {
    const values = { ...identity.ExpressionAttributeValues, ...precondition?.ExpressionAttributeValues }
    return {
      operation: {
        Put: {
          TableName: table,
          Item,
          ConditionExpression: [identity, precondition]
            .flatMap((part) => (part ? `(${part.ConditionExpression})` : []))
            .join(' AND '),
          // DynamoDB refuses an empty map.
          ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
        },
      },
      repeatable: true,
      ...(refusal && { refusal }),
    }
  }

  return {
    /** Stores the record under its name, which must be free or belong to the record `id`. Raises `OtherRecord` when it is neither. */
    replacement: (
      recipientId: string,
      id: string,
      config: NewConfig,
      revision: string,
      precondition: Precondition | undefined,
    ): Write =>
      conditionalPut(
        itemFromConfig(recipientId, id, config, revision),
        { ConditionExpression: identityCondition(config, recipientId, id), ExpressionAttributeValues: { ':id': id } },
        unchanged(precondition, revision),
        (found) => {
          const isAsked = precondition !== undefined && precondition !== 'absent'
          const isMissing = found?.['id'] === undefined && config.id === undefined && isAsked
          return found?.['id'] === id || isMissing ? stale() : new OtherRecord(found)
        },
      ),

    /** Moves the record `id` from its old name to a new one; the old name is retired. */
    renaming: (
      recipientId: string,
      oldName: string,
      id: string,
      config: NewConfig,
      revision: string,
      precondition: Precondition | undefined,
    ): Write[] => {
      const still = unchanged(precondition, revision)
      return [
        {
          operation: {
            Put: {
              TableName: table,
              Item: { recipientId, name: oldName, retired: true },
              ConditionExpression: still === undefined ? 'id = :id' : `id = :id AND (${still.ConditionExpression})`,
              ExpressionAttributeValues: { ':id': id, ...still?.ExpressionAttributeValues },
            },
          },
          repeatable: false,
          refusal: stale,
        },
        conditionalPut(
          itemFromConfig(recipientId, id, config, revision),
          { ConditionExpression: 'attribute_not_exists(id)', ExpressionAttributeValues: {} },
          undefined,
          () => new Problem('name_taken', 'Another record of the caller has this name.'),
        ),
      ]
    },

    /**
     * Chooses the gateway of the payment page, whatever else its record holds. Raises `OtherRecord` when the record of this id, which
     * there was at first, has left the name.
     */
    agreement: (
      recipientId: string,
      gateway: string,
      revision: string,
      id: string = configId(recipientId, paymentPage),
    ): Write => ({
      operation: {
        Update: {
          TableName: table,
          Key: { recipientId, name: paymentPage },
          UpdateExpression:
            'SET gateway = :gateway, revision = :revision, id = if_not_exists(id, :id), #url = if_not_exists(#url, :empty), #value = if_not_exists(#value, :object), actions = if_not_exists(actions, :none) REMOVE retired',
          ...(id === configId(recipientId, paymentPage) && { ConditionExpression: 'attribute_not_exists(retired)' }),
          ExpressionAttributeNames: { '#url': 'url', '#value': 'value' },
          ExpressionAttributeValues: {
            ':gateway': gateway,
            ':revision': revision,
            ':id': id,
            ':empty': '',
            ':object': '{}',
            ':none': [],
          },
        },
      },
      repeatable: true,
      refusal: (found) => new OtherRecord(found),
    }),

    /** A recipient's records, or the one of a name. */
    list: async (recipientId: string, name?: string): Promise<ConfigRecord[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression:
          name === undefined ? 'recipientId = :recipientId' : 'recipientId = :recipientId AND #name = :name',
        ...(name !== undefined && { ExpressionAttributeNames: { '#name': 'name' } }),
        ExpressionAttributeValues: { ':recipientId': recipientId, ...(name !== undefined && { ':name': name }) },
        ConsistentRead: true,
      })
      return items.filter((item) => item['id'] !== undefined).map(recordFromItem)
    },
  }
}

export type ConfigRepository = ReturnType<typeof configRepository>
