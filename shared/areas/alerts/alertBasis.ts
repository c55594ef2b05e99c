import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { totalsFromItem } from '../totals/totals.ts'
import { moderationFromConfig } from './moderationSetting.ts'
import type { AlertBasis } from './raiseAlerts.ts'
import { levelsConfig, levelsFromConfig } from './rules.ts'

interface Options {
  readonly recipients: string
  readonly configs: string
  /** For callers that read history items. */
  readonly history?: string
  /** Reads the levels eventually consistent, at half the price; not for callers who may just have changed them. */
  readonly mayLevelsBeOld?: true
  /** The same of history items; for callers that read those again on which they rely. */
  readonly mayItemsBeOld?: true
}

/** The owner's rules for alerts, and the configuration value that has them. */
type AlertRules = Pick<AlertBasis, 'levels' | 'moderation'> & { readonly config: unknown }

const rulesFromItem = (item: Item | undefined): AlertRules => {
  const config: unknown = typeof item?.['value'] === 'string' ? JSON.parse(item['value']) : undefined
  const moderation = moderationFromConfig(config)
  return { levels: levelsFromConfig(config), ...(moderation && { moderation }), config }
}

/**
 * The basis of new alerts in one round trip: the totals, the levels with the moderation, and given history items (at
 * most 98).
 */
export const alertBasisReader = (
  client: DynamoDBDocumentClient,
  { mayLevelsBeOld, mayItemsBeOld, ...tables }: Options,
) => ({
  read: async (
    recipientId: string,
    historyItemIds: readonly string[] = [],
  ): Promise<AlertBasis & AlertRules & { readonly items: ReadonlyMap<string, Item> }> => {
    const { recipients, configs, history } = tables
    const found = await batchGet(client, {
      [recipients]: { Keys: [{ recipientId }], ConsistentRead: true },
      [configs]: { Keys: [{ recipientId, name: levelsConfig }], ConsistentRead: mayLevelsBeOld !== true },
      ...(history !== undefined &&
        historyItemIds.length > 0 && {
          [history]: {
            Keys: historyItemIds.map((id) => ({ recipientId, id })),
            ConsistentRead: mayItemsBeOld !== true,
          },
        }),
    })
    const items = history === undefined ? [] : (found[history] ?? [])
    return {
      totals: totalsFromItem(found[recipients]?.[0]),
      ...rulesFromItem(found[configs]?.[0]),
      items: new Map(items.map((item) => [String(item['id']), item])),
    }
  },
})

export type AlertBasisReader = ReturnType<typeof alertBasisReader>
