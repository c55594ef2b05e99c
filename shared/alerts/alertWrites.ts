import type { Write } from '../contract/write.ts'
import { update } from '../store/writes.ts'
import type { StoredAlert } from './alert.ts'

/** Attributes to set; undefined ones are skipped. */
export type AlertChanges = { readonly [Name in keyof StoredAlert]?: StoredAlert[Name] | undefined }

/**
 * Sets attributes of the alert at a position, in the transaction of its history item, whose condition guarantees that the position is the item's.
 *
 * @param table the table `alerts`
 */
export const alertChange = (table: string, recipientId: string, position: number, attributes: AlertChanges): Write =>
  update(table, { recipientId, position }, { set: attributes, when: { if: 'attribute_exists(id)' }, repeatable: true })
