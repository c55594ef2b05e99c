import type { TableName } from '../../../shared/contract/resources.ts'
import { isListed, type StoredItem } from './storedItems.ts'

const isAny = (): boolean => true

/** Lists, each with the table whose items it lists and those of them that it does. */
export const listedTables: readonly (readonly [string, TableName, (item: StoredItem) => boolean])[] = [
  ['listAnnouncers', 'announcers', isAny],
  ['listActions', 'actions', isAny],
  ['listConfigs', 'configs', isAny],
  ['listHistory', 'history', isListed],
  ['listAlerts', 'alerts', isAny],
  ['listPayments', 'payments', isListed],
  ['listGateways', 'gateways', ({ gateway }) => gateway !== undefined],
  ['listPlaylists', 'playlists', isAny],
  ['listTokens', 'tokens', isAny],
  ['listSources', 'tokens', isAny],
  ['listOverlays', 'overlays', isAny],
  ['listVideos', 'videos', isAny],
  ['listPrints', 'prints', isAny],
]
