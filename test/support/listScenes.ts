import type { TableName } from '../../shared/contract/resources.ts'

export type StoredItem = Readonly<Record<string, unknown>>

/** How a list's items are made, changed and removed. `number` identifies an item, and follows the order in which they are made. */
export interface ListScene {
  readonly table: TableName
  readonly item: (recipientId: string, number: number) => StoredItem
  /** The item with other values of the members that can be edited and sorted by. */
  readonly edited?: (item: StoredItem) => StoredItem
  /** The item while it is not in the list, or not in the list of `filters`. */
  readonly hidden?: (item: StoredItem) => StoredItem
  /** Items of the list can be deleted. */
  readonly removable: boolean
  /** The attribute of the recipient's item that holds the list's total. */
  readonly total?: 'history' | 'payments' | 'alerts'
  /** Whether hidden items are counted in that total. */
  readonly countsHidden?: true
  /** What every query has to say. */
  readonly needs?: Readonly<Record<string, string>>
  /** The values of the path's segments. */
  readonly params?: Readonly<Record<string, string>>
  /** An item of another table without which there is no such list. */
  readonly within?: { readonly table: TableName; readonly item: (recipientId: string) => StoredItem }
  /** The id by which the list shows the item, if it is not the stored one. */
  readonly listedId?: (item: StoredItem) => string
  /** Queries to walk by, besides the plain one. */
  readonly queries: readonly Readonly<Record<string, string>>[]
}

const song = { title: 'A song', src: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }
const amount = { major: 1, minor: 0, currency: 'EUR' }
const padded = (number: number): string => String(number).padStart(6, '0')
/** Three items share each instant. */
const time = (number: number): string => new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 3) * 1000).toISOString()
const listedAt = (number: number): string => `${time(number).replace('Z', '000000Z')}#item-${padded(number)}`
/** One of three names. */
const name = (number: number): string => ['ann', 'bob', 'cy'][number % 3] ?? ''

const withoutListedAt = ({ listedAt: _, ...item }: StoredItem): StoredItem => item

const basic = (recipientId: string, number: number) => ({ recipientId, id: `item-${padded(number)}` })

const linkedAccount = (recipientId: string, number: number) => ({
  ...basic(recipientId, number),
  platform: number % 2 === 0 ? 'kick' : 'vkLive',
  accountId: `${number}`,
  accountName: name(number),
  scopes: [],
  enabled: number % 2 === 0,
  refreshToken: new Uint8Array(1),
  revision: '1',
  createdAt: time(number),
  updatedAt: time(number),
})

const endpoint = (recipientId: string, number: number) => ({
  ...basic(recipientId, number),
  url: `https://${name(number)}.example.com`,
  types: [],
  enabled: number % 2 === 0,
  secret: new Uint8Array(1),
})

const withFlippedFlag = (item: StoredItem): StoredItem => ({
  ...item,
  enabled: item['enabled'] !== true,
  updatedAt: time(1000),
})

/** A scene for every list of the registry. */
export const listScenes: Readonly<Record<string, ListScene>> = {
  listActions: {
    table: 'actions',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      name: name(number),
      category: '',
      game: number % 2 === 0 ? 'even' : 'odd',
      price: amount,
      enabled: true,
      parameters: [{ name: 'where', displayName: 'Where', type: 'string' }],
      registeredAt: time(number),
      payload: '{}',
    }),
    edited: (item) => ({ ...item, name: 'dan', registeredAt: time(1000) }),
    removable: true,
    queries: [{ sort: 'name,asc' }, { sort: 'game,desc' }, { game: 'odd' }],
  },
  listConfigs: {
    table: 'configs',
    item: (recipientId, number) => ({
      recipientId,
      name: `name-${padded(number)}`,
      id: `item-${padded(number)}`,
      url: name(number),
      actions: [{ id: '', name: 'jump', price: amount, category: '', game: '' }],
      value: '{}',
      revision: '1',
    }),
    edited: (item) => ({ ...item, url: 'zoe' }),
    removable: true,
    queries: [{ sort: 'url,asc' }, { sort: 'name,desc' }],
  },
  listNews: {
    table: 'news',
    item: (recipientId, number) => ({
      audience: `recipient#${recipientId}`,
      id: `item-${padded(number)}`,
      author: recipientId,
      title: name(number),
      description: 'It works.',
      date: time(number),
      demoUrl: '',
      revision: '1',
    }),
    edited: (item) => ({ ...item, title: 'zoe' }),
    removable: true,
    queries: [{ sort: 'title,asc' }, { sort: 'title,desc,date,asc' }],
  },
  listTokens: {
    table: 'tokens',
    item: linkedAccount,
    edited: withFlippedFlag,
    removable: true,
    queries: [{ sort: 'enabled,asc' }, { sort: 'updatedAt,desc' }],
  },
  listSources: {
    table: 'tokens',
    item: linkedAccount,
    edited: withFlippedFlag,
    removable: true,
    queries: [{ sort: 'system,asc' }, { sort: 'subscription,desc' }, { sort: 'enabled,asc,linkedAt,asc' }],
  },
  listChats: {
    table: 'chats',
    item: (recipientId, number) => ({
      chat: `main#${recipientId}-${padded(number)}`,
      id: `main#${recipientId}-${padded(number)}`,
      recipientId,
      accountId: 'main',
      chatId: -number,
      title: name(number),
      linkedAt: time(number),
    }),
    edited: (item) => ({ ...item, title: 'zoe' }),
    removable: true,
    queries: [{ sort: 'title,asc' }, { sort: 'chatId,desc' }],
  },
  listGateways: {
    table: 'gateways',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      gateway: name(number),
      type: 'fiat',
      settings: '{}',
    }),
    edited: (item) => ({ ...item, gateway: 'zoe' }),
    removable: true,
    queries: [{ sort: 'gateway,asc' }, { sort: 'type,desc' }],
  },
  listOverlays: {
    table: 'overlays',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      overlayId: `item-${padded(number)}`,
      name: name(number),
      createdAt: time(number),
      lastSeenAt: time(1000 - number),
      expiresAt: Math.floor(Date.now() / 1000) + 3600,
    }),
    edited: (item) => ({ ...item, name: 'zoe', lastSeenAt: time(2000) }),
    removable: true,
    queries: [{ sort: 'name,asc' }, { sort: 'lastSeenAt,desc' }],
  },
  listPrints: {
    table: 'prints',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      printId: `item-${padded(number)}`,
      status: 'ready',
      systems: [],
      events: [],
      createdAt: time(number),
      expiresAt: '2999-01-01T00:00:00.000Z',
      updatedAt: 0,
      attempts: 0,
      rows: number % 2,
      deletedAt: Math.floor(Date.now() / 1000) + 3600,
    }),
    edited: (item) => ({ ...item, rows: 5 }),
    removable: true,
    queries: [{ sort: 'rows,asc' }, { sort: 'status,desc,createdAt,asc' }],
  },
  listPlaylists: {
    table: 'playlists',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      title: name(number),
      items: [song],
      revision: '1',
    }),
    edited: (item) => ({ ...item, title: 'zoe' }),
    removable: true,
    queries: [{ sort: 'title,asc' }, { sort: 'id,asc' }],
  },
  listVideos: {
    table: 'videos',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      system: 'Manual',
      originId: 'dQw4w9WgXcQ',
      provider: 'youtube',
      url: song.src,
      title: song.title,
      thumbnail: '',
      owner: name(number),
      // Half of them became ready before all were last marked as listened.
      ...(number % 2 === 0 ? { queued: `#item-${padded(number)}` } : { queued: `earlier#item-${padded(number)}` }),
      status: 'ready',
      readyTimestamp: time(number),
      paymentId: `payment-${number}`,
      test: false,
    }),
    edited: (item) => ({ ...item, title: 'Another song' }),
    removable: true,
    queries: [{ sort: 'id,asc' }, { status: 'ready' }, { status: 'ready', sort: 'id,asc' }, { status: 'handled' }],
  },
  listHistory: {
    table: 'history',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      system: number % 2 === 0 ? 'Kick' : 'A,B',
      event: 'payment',
      originId: `${number}`,
      timestamp: time(number),
      amount,
      listedAt: listedAt(number),
    }),
    hidden: withoutListedAt,
    removable: true,
    total: 'history',
    queries: [{ sort: 'timestamp,asc' }, { systems: '"A,B"' }, { systems: 'Kick', sort: 'timestamp,asc' }],
  },
  listPayments: {
    table: 'payments',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      gateway: 'manual',
      gatewayId: `${number}`,
      gatewayCredentialId: 'credential-1',
      system: 'Manual',
      amount,
      auction: { isNew: false, item: 'a game' },
      createdAt: time(number),
      completedAt: time(number),
      listedAt: listedAt(number),
      test: false,
      version: 1,
      projection: 'done',
    }),
    hidden: withoutListedAt,
    removable: true,
    total: 'payments',
    queries: [{ sort: 'timestamp,asc' }, { status: 'completed' }],
  },
  listEndpoints: {
    table: 'endpoints',
    item: endpoint,
    edited: (item) => ({ ...item, url: 'https://zoe.example.com', enabled: item['enabled'] !== true }),
    removable: true,
    queries: [{ sort: 'url,asc' }, { sort: 'enabled,desc' }],
  },
  listEndpointMessages: {
    table: 'endpointMessages',
    params: { id: 'item-000001' },
    within: { table: 'endpoints', item: (recipientId) => endpoint(recipientId, 1) },
    item: (recipientId, number) => ({
      recipientId,
      id: `item-000001#${padded(number)}`,
      endpointId: 'item-000001',
      type: 'endpoint.test',
      body: '{}',
      createdAt: time(number),
      state: number % 2 === 0 ? 'delivered' : 'failed',
      revision: '1',
      attempts: 1,
      giveUpAt: 0,
      expiresAt: Math.floor(Date.now() / 1000) + 3600,
    }),
    listedId: (item) => String(item['id']).slice('item-000001#'.length),
    edited: (item) => ({ ...item, state: 'delivered' }),
    removable: true,
    queries: [{ sort: 'state,asc' }, { sort: 'type,desc' }],
  },
  listLeaders: {
    table: 'leaders',
    item: (recipientId, number) => ({
      recipientId,
      id: `all#EUR#${padded(number)}`,
      rank: `all#EUR#${String(Math.floor(number / 3)).padStart(40, '0')}#${padded(number)}`,
      nickname: name(number),
    }),
    removable: true,
    needs: { currency: 'EUR' },
    queries: [{ sort: 'amount,desc' }],
  },
  listAlerts: {
    table: 'alerts',
    item: (recipientId, number) => ({
      ...basic(recipientId, number),
      position: number,
      historyItemId: `history-${number}`,
      system: 'Kick',
      event: 'payment',
      createdAt: time(number),
      state: 'visible',
      nickname: name(number),
      message: '',
      amount,
      media: { url: '' },
      levelName: '',
      count: 1,
    }),
    edited: (item) => ({ ...item, nickname: 'zoe' }),
    hidden: (item) => ({ ...item, state: 'hidden' }),
    // Positions are dense: an alert is hidden, never removed.
    removable: false,
    total: 'alerts',
    countsHidden: true,
    queries: [
      { sort: 'createdAt,asc' },
      { hidden: 'false' },
      { hidden: 'false', sort: 'createdAt,asc' },
      { sort: 'nickname,desc,createdAt,asc', system: 'Kick' },
    ],
  },
}

/** The part of a request for a list that names its path. */
export const paramsOf = (list: string) => {
  const params = listScenes[list]?.params
  return params === undefined ? {} : { params }
}
