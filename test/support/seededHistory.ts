import { historyItemId } from '../../shared/areas/events/historyItemId.ts'
import { historyAddition } from '../../shared/areas/history/historyWrites.ts'

type Item = Readonly<Record<string, unknown>>

/** The instant of an item: they are a second apart. */
export const seededTime = (index: number): string => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()

/** An item of a long history as an import stores it, by its index. */
export const seededItem = (
  table: string,
  recipientId: string,
  index: number,
  more: Partial<Parameters<typeof historyAddition>[2]> = {},
): Item => {
  const [system, originId] = ['DonationAlerts', String(index)]
  const item = {
    id: historyItemId(recipientId, system, originId),
    system,
    event: 'payment',
    originId,
    timestamp: seededTime(index),
    nickname: `viewer ${index}`,
    amount: { major: index % 500, minor: index % 100, currency: 'EUR' },
    count: 1,
    ...more,
  }
  const { operation } = historyAddition(table, recipientId, item, new Date(seededTime(index)))
  return 'Put' in operation ? (operation.Put.Item ?? {}) : {}
}
