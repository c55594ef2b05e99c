import type { Item } from '../../contract/write.ts'
import { actionFromItem } from '../actions/actionRepository.ts'
import { decidedAlertFromItem } from '../alerts/alert.ts'
import type { AlertNamer } from '../alerts/decisionNamer.ts'
import { recordFromItem } from '../config/configRepository.ts'
import { endpointFromItem } from '../endpoints/endpointRepository.ts'
import { historyItemFromItem } from '../history/historyRepository.ts'
import { playlistFromItem } from '../media/playlistRepository.ts'
import { videoFromItem } from '../media/videoRepository.ts'
import { announcerFromItem } from '../messenger/announcerRepository.ts'
import { chatFromItem, type LostChat, type OwnedChat } from '../messenger/chatRepository.ts'
import { entryFromItem } from '../news/newsRepository.ts'
import { paymentFromItem } from '../payments/payment.ts'
import { canonicalTrigger } from '../platforms/triggers.ts'
import { type TokenRecord, tokenFromRecord } from '../recipients/tokenRepository.ts'
import { listedGoal, storedGoals } from '../totals/goal.ts'
import { uploadsFromItem } from '../uploads/uploadsFromItem.ts'
import type { ExportedTable } from './personalTables.ts'

/** Data from outside the item that its export needs. */
export interface ExportContext {
  readonly listenedEpoch: string
  readonly namedAlert: AlertNamer
}

/** An item as lists answer it, without its secrets; undefined for an item that is in no list. */
type Exported = (item: Item, context: ExportContext) => object | undefined

/** How the items of each exported table are given. */
export const exportedItems: Readonly<Record<ExportedTable, Exported>> = {
  announcers: (item) => ({ ...announcerFromItem(item), trigger: canonicalTrigger(String(item['trigger'])) }),
  chats: (item) => chatFromItem(item as unknown as OwnedChat | LostChat),
  actions: actionFromItem,
  // The trace of a renamed record has no id.
  configs: (item) => (item['id'] === undefined ? undefined : recordFromItem(item)),
  news: entryFromItem,
  history: (item) => (item['test'] === true ? undefined : historyItemFromItem(item)),
  alerts: (item, { namedAlert }) => namedAlert(decidedAlertFromItem(item)),
  payments: (item) => (item['test'] === true ? undefined : paymentFromItem(item)),
  // The item that names the enabled credentials has no gateway.
  gateways: ({ id, gateway, type, settings }) =>
    gateway === undefined ? undefined : { id, gateway, type, settings: JSON.parse(String(settings)) },
  endpoints: endpointFromItem,
  videos: (item, { listenedEpoch }) => (item['test'] === true ? undefined : videoFromItem(item, listenedEpoch)),
  playlists: playlistFromItem,
  members: ({ ownerId, ownerName, memberId, name, role, since }) => ({
    ownerId,
    ownerName,
    memberId,
    name,
    role,
    since,
  }),
  uploads: (item) => ({ files: uploadsFromItem(item) }),
  // Totals are counts of other lines.
  recipients: ({ goals }) => (goals === undefined ? undefined : { goals: storedGoals(String(goals)).map(listedGoal) }),
  tokens: (item) => tokenFromRecord(item as unknown as TokenRecord),
  overlays: ({ overlayId, name, givenName = name, createdAt, lastSeenAt }) => ({
    id: overlayId,
    name: givenName,
    createdAt,
    lastSeenAt,
  }),
}
