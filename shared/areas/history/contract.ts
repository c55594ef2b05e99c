import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { arrayOf, Empty, Flag, Identifier } from '../../contract/values.ts'
import { page, pageHeaders, pageQuery } from '../../mechanisms/page/contract.ts'
import { labels } from '../../mechanisms/page/labels.ts'
import { notEmptyPeriod, periodQuery } from '../../runtime/time/period.ts'
import { knownNames } from '../events/historyEvent.ts'
import { additionLimit } from './additionLimit.ts'
import { HistoryItemAnswer, NewHistoryItem } from './historyItem.ts'

/** Values that one filter may have: DynamoDB's `IN` takes 100. */
const filterLimit = 90

const HistoryItemReference = z.object({ historyItemId: Identifier })

const itemExample = {
  id: 'ee6616bd-f808-8ff4-b16b-249ae624be08',
  recipientId: 'alice',
  system: 'DonationAlerts',
  event: 'payment',
  originId: 'da-1001',
  timestamp: '2026-03-01T18:30:00Z',
  nickname: 'bob',
  message: 'Great stream!',
  amount: { major: 12, minor: 34, currency: 'EUR' },
  refunded: null,
  attachments: [],
  goals: [],
  actions: [],
  levelName: null,
  count: null,
  deleted: false,
  test: false,
  metadata: {},
}

const byTime = [{ ignoreCase: false, direction: 'DESC', property: 'timestamp', ascending: false }]

const softDeletionAccess = {
  history: ['GetItem', 'UpdateItem'],
  alerts: ['UpdateItem'],
  deliveries: ['PutItem'],
  recipients: ['GetItem', 'UpdateItem'],
  leaders: ['BatchGetItem', 'PutItem'],
} as const

export const deleteHistoryItem = operation({
  id: 'deleteHistoryItem',
  area: 'history',
  role: 'editor',
  method: 'POST',
  path: '/history/commands/delete-item',
  summary: 'Delete a history item softly',
  description:
    'The item is marked as deleted and kept: it is removed from lists, totals and prints, and its alert becomes hidden. An overlay drops the alert if it waits, and removes it if it is on the screen (message `change`). Deleting it again succeeds.',
  body: HistoryItemReference,
  success: { body: Empty },
  problems: ['not_found', 'limit_reached'],
  // The sum of a donor without money left goes.
  access: { ...softDeletionAccess, leaders: ['BatchGetItem', 'PutItem', 'DeleteItem'] },
  examples: [{ name: 'delete', body: { historyItemId: itemExample.id }, answer: {} }],
})

export const restoreHistoryItem = operation({
  id: 'restoreHistoryItem',
  area: 'history',
  role: 'editor',
  method: 'POST',
  path: '/history/commands/restore-item',
  summary: 'Restore a deleted history item',
  description:
    'Undoes a deletion: the item is in lists, totals and prints again, and its alert is visible, hidden or held as before, as the message `change` tells; it is not shown again. Restoring it again succeeds. The item of a refunded or disputed payment is refused: it is not counted, and a won dispute restores it.',
  body: HistoryItemReference,
  success: { body: Empty },
  problems: ['not_found', 'payment_withdrawn', 'limit_reached'],
  access: softDeletionAccess,
  examples: [{ name: 'restore', body: { historyItemId: itemExample.id }, answer: {} }],
})

export const repeatAlert = operation({
  id: 'repeatAlert',
  area: 'history',
  role: 'moderator',
  method: 'POST',
  path: '/history/commands/repeat-alert',
  summary: 'Show the alert of a history item again',
  description:
    "Delivers the item's alert to the overlays once more, a hidden one too, but none that is held or was refused by `decide-alert`: that is 409 `alert_held`. An item that never had an alert gets one from its own fields. The item of a refunded or disputed payment is refused, as restoring it is.",
  body: HistoryItemReference,
  success: { body: Empty },
  problems: ['not_found', 'payment_withdrawn', 'alert_held', 'limit_reached'],
  access: {
    history: ['BatchGetItem', 'UpdateItem'],
    alerts: ['PutItem'],
    deliveries: ['PutItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    configs: ['BatchGetItem'],
  },
  examples: [{ name: 'repeat', body: { historyItemId: itemExample.id }, answer: {} }],
})

export const listHistory = operation({
  id: 'listHistory',
  area: 'history',
  role: 'moderator',
  method: 'GET',
  path: '/history',
  summary: "The caller's history, newest first",
  description:
    '`systems` and `events` are comma-separated, and both have to match; a value with a comma, a quote or surrounding blanks is put in double quotes, as in CSV. The system `ODA` (or another name, by the deployment’s setting `ownSystem`) stands for the systems of one’s own gateways too; `after` is inclusive, `before` exclusive. Sortable by `timestamp`; items of the same instant are in the order of their ids. With `deleted=true`, only items are listed that were deleted, or withdrawn by a refund or a dispute; tests are never listed. An answer can be imported into another deployment unchanged, or by another recipient without its `recipientId`. Without a filter the total is exact; with one, `totalIsExact` says whether it is.',
  query: pageQuery({
    ...periodQuery,
    systems: z.optional(labels(filterLimit)),
    events: z.optional(labels(filterLimit)),
    deleted: z.optional(Flag),
  }).check(notEmptyPeriod()),
  success: { body: page(HistoryItemAnswer), headers: pageHeaders },
  problems: [],
  ownSystem: true,
  access: { 'history.byTime': ['Query'], recipients: ['GetItem'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'one system',
      query: { systems: 'DonationAlerts' },
      answer: {
        content: [itemExample],
        pageable: { orderBy: byTime, number: 0, size: 20, mode: 'OFFSET', sort: { orderBy: byTime } },
        pageNumber: 0,
        offset: 0,
        size: 20,
        empty: false,
        numberOfElements: 1,
        totalSize: 1,
        totalPages: 1,
        totalIsExact: true,
      },
    },
  ],
})

export const getHistoryItem = operation({
  id: 'getHistoryItem',
  area: 'history',
  role: 'moderator',
  method: 'GET',
  path: '/history/{historyItemId}',
  summary: 'Get a history item',
  description: 'Deleted items and tests are found too. `status` in `metadata` is the status of its payment.',
  params: { historyItemId: Identifier },
  success: { body: HistoryItemAnswer },
  problems: ['not_found'],
  access: { history: ['GetItem'] },
  examples: [{ name: 'an imported donation', params: { historyItemId: itemExample.id }, answer: itemExample }],
})

const ItemReference = z.object({ id: z.string(), system: z.string(), originId: z.string() })

export const addHistoryItems = operation({
  id: 'addHistoryItems',
  area: 'history',
  role: 'owner',
  method: 'POST',
  path: '/history/commands/add-items',
  summary: 'Add history items, such as donations of other services',
  description: `An item is added once for its \`system\` and \`originId\`: an existing one, deleted or not, stays unchanged and is listed in \`skipped\`. Items from \`GET /history\` are accepted unchanged, except that their \`metadata\` is ignored and \`deliveryId\` is that of the new item; an item with \`deleted\` is added as a deleted one. With \`triggerAlert\` an added item that is not deleted is shown as an alert, in the order of the call. A call that is repeated after a failure may find in \`skipped\` what its first attempt had added. ${knownNames}`,
  body: z.object({ items: arrayOf(NewHistoryItem, additionLimit) }),
  success: { body: z.object({ added: z.array(ItemReference), skipped: z.array(ItemReference) }) },
  largeAnswer: true,
  problems: ['rate_limited', 'limit_reached'],
  access: {
    history: ['BatchGetItem', 'PutItem'],
    alerts: ['PutItem'],
    deliveries: ['PutItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    configs: ['BatchGetItem'],
    leaders: ['BatchGetItem', 'PutItem'],
    rates: ['UpdateItem'],
  },
  examples: [
    {
      name: 'a donation',
      body: {
        items: [
          {
            system: 'DonationAlerts',
            event: 'payment',
            originId: 'da-1001',
            timestamp: '2026-03-01T21:30:00+03:00',
            nickname: 'bob',
            message: 'Great stream!',
            amount: { major: 12, minor: 34, currency: 'EUR' },
          },
        ],
      },
      answer: { added: [{ id: itemExample.id, system: 'DonationAlerts', originId: 'da-1001' }], skipped: [] },
    },
    {
      name: 'a payment of another deployment, with an action that the game has not completed',
      body: {
        items: [
          {
            system: 'Stripe',
            event: 'payment',
            originId: 'pi-1001',
            timestamp: '2026-03-01T18:31:00Z',
            amount: { major: 5, minor: 0, currency: 'EUR' },
            actions: [{ actionId: '6b1e0a52-51a8-8c6e-9d0e-6a8a6c7f5e11', completion: { state: 'open' } }],
          },
        ],
      },
      answer: {
        added: [{ id: 'c3a1f0de-52b4-8a6e-9c1d-7e0f4b2a8d65', system: 'Stripe', originId: 'pi-1001' }],
        skipped: [],
      },
    },
  ],
})
