import { expect, test, vi } from 'vitest'
import { isPartitioned, personalTables, readTables } from '../../../../shared/areas/personalData/personalTables.ts'
import { handleDataJobs } from '../../../../shared/areas/personalData/workers.ts'
import { type TableName, tables } from '../../../../shared/contract/resources.ts'
import { discordAddress, discordToken } from '../../../local/sandbox/discord.ts'
import { anId, justNow } from '../../../support/expected.ts'
import { type WorkerStage, workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { putMany } from '../../../support/manyItems.ts'
import { leastItem, putEverywhere } from '../../../support/putEverywhere.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())

type Listing = WorkerStage['done']

const worker = 'handleDataJobs'
const everyTable = Object.keys(tables) as TableName[]

/** Delivers what is queued until nothing is; the number of deliveries. */
const runAll = async (stage: WorkerStage, context?: unknown): Promise<number> => {
  for (let count = 0; count < 200; count++) {
    const event = (await stage.eventFor(worker)) as { Records: unknown[] }
    if (event.Records.length === 0) return count
    await stage.run(worker, event, context)
  }
  throw new Error('the job comes to no end')
}

const erase = async (stage: WorkerStage, context?: unknown) => {
  const { erasureId } = await stage.done('eraseData', {
    body: { confirm: true },
    headers: { 'idempotency-key': 'erasure' },
  })
  const deliveries = await runAll(stage, context)
  return { erasureId, deliveries }
}

const mentions = async (text: string): Promise<readonly string[]> => {
  const found = await Promise.all(
    everyTable.map(async (table) => {
      const items = await itemsOf(functions.aws, table)
      return items.some((item) => JSON.stringify(item).includes(text)) ? [table] : []
    }),
  )
  return found.flat()
}

const exportOf = async (stage: WorkerStage) => {
  const { exportId } = await stage.done('exportData', { body: {} })
  await runAll(stage)
  const state = await stage.done('getExport', { params: { exportId } })
  const text = await (await fetch(state.url)).text()
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const of = (resource: string) => lines.filter((line) => line.resource === resource).map(({ data }) => data)
  return { exportId, state, text, lines, of }
}

test('an erasure leaves no item of the recipient in any table, and every item of another', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  for (const each of [stage, other]) await putEverywhere(each)
  const before = await mentions(other.recipient)

  const { erasureId } = await erase(stage)

  expect(before.toSorted()).toEqual(personalTables.toSorted())
  expect(await mentions(stage.recipient)).toEqual(['rates'])
  expect(await mentions(other.recipient)).toEqual(before)
  const receipt = await stage.done('getErasure', { params: { erasureId } })
  expect(receipt).toMatchObject({ erasureId, status: 'done', finishedAt: justNow })
  expect(receipt.items).toBeGreaterThanOrEqual(readTables.length)
  const foreign = { recipient: other.recipient, params: { erasureId } }
  expect(await functions.call('getErasure', foreign)).toMatchObject({ status: 404 })
})

test('an item that changed its owner before its erasure stays', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  const { personalDataRepository } = await import('../../../../shared/areas/personalData/personalDataRepository.ts')
  const data = personalDataRepository(functions.aws.client, functions.aws.table)
  const shared = personalTables.filter((table) => !isPartitioned(table))
  const key = stage.unique('key')
  for (const table of shared) await other.put(table, leastItem(table, other.recipient, key))

  await data.remove(stage.recipient, 'chats', [{ chat: key }])
  for (const table of ['overlays', 'tokens'] as const)
    await data.remove(stage.recipient, table, [leastItem(table, stage.recipient, key)])

  expect(shared).toEqual(['chats', 'overlayKeys', 'connections', 'watchedChannels', 'donationSources', 'accountLinks'])
  expect(await mentions(other.recipient)).toEqual(everyTable.filter((table) => shared.includes(table)))
})

test('an overlay with a newer connection or key stays for a later round of the erasure', async () => {
  const stage = workerStage(functions)
  const { personalDataRepository } = await import('../../../../shared/areas/personalData/personalDataRepository.ts')
  const data = personalDataRepository(functions.aws.client, functions.aws.table)
  const overlay = leastItem('overlays', stage.recipient, stage.unique('key'))
  await stage.put('overlays', overlay)

  for (const changed of [{ connectionId: 'earlier' }, { connectionId: undefined }, { keyHash: 'earlier' }])
    await data.remove(stage.recipient, 'overlays', [{ ...overlay, ...changed }])
  const left = await stage.items('overlays')
  await data.remove(stage.recipient, 'overlays', [overlay])

  expect(left).toEqual([overlay])
  expect(await stage.items('overlays')).toEqual([])
})

test('no data job scans a table, regression: other recipients’ data made an erasure 34 times slower', () => {
  const granted: readonly (readonly [string, readonly string[]])[] = Object.entries(handleDataJobs.access)
  const scanned = granted.filter(([, actions]) => actions.includes('Scan'))

  expect(scanned).toEqual([])
})

test('every table declares its owner, and shared tables name it in their items', () => {
  const undeclared = everyTable.filter(
    (table) => !['exported', 'erased', 'kept', 'nobody'].includes(tables[table].data),
  )

  expect(undeclared).toEqual([])
  expect(everyTable.filter((table) => !personalTables.includes(table)).toSorted()).toEqual([
    'erasureReceipts',
    'externalPlaylists',
    'rates',
  ])
})

test('an erasure continues over many slices, and erases items that are added meanwhile', async () => {
  const stage = workerStage(functions)
  const items = (from: number) =>
    Array.from({ length: 60 }, (_, index) => ({ recipientId: stage.recipient, id: `item-${from + index}` }))
  await putMany(functions.aws.client, functions.aws.table('actions'), items(0))
  const { erasureId } = await stage.done('eraseData', { body: { confirm: true } })
  const late = { getRemainingTimeInMillis: () => 14_000 }

  await stage.run(worker, await stage.eventFor(worker), late)
  const waiting = await stage.done('getErasure', { params: { erasureId } })
  await runAll(stage)
  await putMany(functions.aws.client, functions.aws.table('actions'), items(100))
  const again = await erase(stage)

  expect(waiting).toMatchObject({ status: 'running', items: 0, finishedAt: null })
  expect(again.erasureId).not.toBe(erasureId)
  expect(await stage.done('getErasure', { params: { erasureId } })).toMatchObject({ status: 'done' })
  expect(await stage.done('getErasure', { params: { erasureId: again.erasureId } })).toMatchObject({ status: 'done' })
  expect(await mentions(stage.recipient)).toEqual(['rates'])
})

test('the files of prints and exports are erased with their jobs', async () => {
  const stage = workerStage(functions)
  const { state } = await exportOf(stage)
  const { printId } = await stage.done('printCsv', { body: {} })
  await stage.run('writePrint', await stage.eventFor('writePrint'))
  const { url } = await stage.done('getPrint', { params: { printId } })
  const statuses = () => Promise.all([state.url, url].map(async (each) => (await fetch(each)).status))
  const before = await statuses()

  await erase(stage)

  expect(before).toEqual([200, 200])
  expect(await statuses()).toEqual([404, 404])
})

const amount = { major: 12, minor: 34, currency: 'EUR' }
const donation = {
  system: 'Kick',
  event: 'payment',
  originId: '1',
  timestamp: '2026-03-01T18:30:00Z',
  nickname: 'bob',
  message: 'line\nbreak \u2028 and "quotes"',
  amount,
}

/** The id of a webhook of the scene's own. */
const webhookOf = ({ recipient }: WorkerStage): string =>
  String(1_302_000_000_000_000_000n + BigInt(recipient.split('-').at(-1) ?? 0))

test('an export has the answers of the lists, nothing of other recipients, and no secret', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  const secret = `whsec_${Buffer.from(stage.unique('a long secret of the bridge')).toString('base64')}`
  const code = stage.unique('good-user')
  for (const each of [stage, other]) {
    await each.done('addAnnouncer', { body: { text: `live ${each.recipient}`, accountId: 'main', chatId: 1 } })
    await each.done('linkChat', { body: { webhook: discordAddress(webhookOf(each)) } })
    await each.done('addActions', {
      body: { actions: [{ name: 'wave', price: amount, payload: { of: each.recipient } }] },
    })
    const { id } = await each.done('putConfig', { body: { name: 'page', value: { of: each.recipient } } })
    await each.done('putConfig', { body: { id, name: 'renamed' } })
    await each.done('addNews', { body: { title: 'News', description: each.recipient } })
    await each.done('createPlaylist', { body: { title: 'Mine', items: [] } })
    await each.done('setGateway', {
      body: { gateway: 'manual', type: 'fiat', secret, settings: { of: each.recipient } },
    })
    await each.done('addHistoryItems', { body: { items: [{ ...donation, triggerAlert: true }] } })
  }
  await stage.done('getVkLiveToken', { body: { authorizationCode: code } })

  const { text, of } = await exportOf(stage)

  const lists = {
    chats: 'listChats',
    actions: 'listActions',
    configs: 'listConfigs',
    news: 'listNews',
    playlists: 'listPlaylists',
    history: 'listHistory',
    alerts: 'listAlerts',
    tokens: 'listTokens',
  }
  for (const [resource, list] of Object.entries(lists)) {
    const { content } = await stage.done(list)
    expect(content.length).toBeGreaterThan(0)
    expect(of(resource)).toEqual(content)
  }
  expect(of('announcers')).toMatchObject([{ text: `live ${stage.recipient}`, trigger: 'STREAM_STARTED' }])
  expect(of('gateways')).toEqual([{ id: anId, gateway: 'manual', type: 'fiat', settings: { of: stage.recipient } }])
  expect(text).not.toContain(other.recipient)
  for (const word of [secret, discordToken(webhookOf(stage)), 'webhook"', 'refreshToken', 'accessToken', 'ciphertext'])
    expect(text).not.toContain(word)
})

test.each([
  ['eraseData', {}, '/confirm'],
  ['eraseData', { confirm: false }, '/confirm'],
  ['eraseData', { confirm: 'true' }, '/confirm'],
])('%s with %j is 400 and erases nothing', async (operation, body, pointer) => {
  const stage = workerStage(functions)

  const answer = await functions.call(operation, { recipient: stage.recipient, body })

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'body', pointer }] } })
  expect(await stage.items('dataJobs')).toEqual([])
})

test('an export is nobody else’s, and an erasure is no export', async () => {
  const [stage, other] = [workerStage(functions), workerStage(functions)]
  const { exportId } = await stage.done('exportData', { body: {} })
  const { erasureId } = await stage.done('eraseData', { body: { confirm: true } })
  const status = async (by: WorkerStage, operation: string, params: Record<string, string>) =>
    (await functions.call(operation, { recipient: by.recipient, params })).status

  expect(await status(stage, 'getExport', { exportId })).toBe(200)
  expect(await status(other, 'getExport', { exportId })).toBe(404)
  expect(await status(stage, 'getExport', { exportId: erasureId })).toBe(404)
  expect(await status(other, 'getErasure', { erasureId })).toBe(404)
  expect(await status(stage, 'getErasure', { erasureId: exportId })).toBe(404)
})

const timeOf = (action: object): string => String((action as { readonly registeredAt?: string }).registeredAt)

/** What a deployment makes itself. Ids of history items and actions derive from their names, and are the same everywhere. */
const withoutOwn = (items: readonly object[], resource: string): readonly object[] =>
  items.map((item) => {
    const {
      id,
      revision: _revision,
      date: _date,
      registeredAt: _registeredAt,
      ...rest
    } = item as Record<string, unknown>
    return ['announcers', 'news', 'playlists'].includes(resource) ? rest : { id, ...rest }
  })

/**
 * The operations by which the lines of an export are added elsewhere, each given them as they are, in the order of its list; only an `id` of
 * `PUT /config` names a record that is there.
 */
const imports: Readonly<Record<string, (items: readonly object[]) => readonly (readonly [string, object])[]>> = {
  history: (items) => [['addHistoryItems', { items }]],
  recipients: (items) =>
    (items as readonly { readonly goals: readonly object[] }[]).flatMap(({ goals }) =>
      goals.map((goal) => ['setGoal', goal] as const),
    ),
  actions: (actions) => [
    ['addActions', { actions: actions.toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1)) }],
  ],
  announcers: (added) => [['updateAnnouncers', { added }]],
  configs: (items) => items.map((item) => ['putConfig', { ...item, id: undefined }] as const),
  playlists: (items) => items.map((item) => ['createPlaylist', item] as const),
  news: (items) => items.map((item) => ['addNews', item] as const),
}

const lists: Readonly<Record<string, (call: Listing) => Promise<readonly object[]>>> = {
  history: async (call) => (await call('listHistory')).content,
  deleted: async (call) => (await call('listHistory', { query: { deleted: 'true' } })).content,
  goals: async (call) => (await call('listGoals')).goals,
  leaders: async (call) => (await call('listLeaders', { query: { currency: 'EUR' } })).content,
  actions: async (call) => (await call('listActions')).content,
  announcers: async (call) => {
    const announcers: readonly { readonly id: string }[] = await call('listAnnouncers')
    return Promise.all(announcers.map(({ id }) => call('getAnnouncer', { params: { id } })))
  },
  configs: async (call) => (await call('listConfigs')).content,
  playlists: async (call) => (await call('listPlaylists')).content,
  news: async (call) => (await call('listNews')).content,
}

test('an erasure takes goals and leaders away, and both begin anew', async () => {
  const stage = workerStage(functions)
  const readAll = () => Promise.all([lists['goals']?.(stage.done), lists['leaders']?.(stage.done)])
  await stage.done('addHistoryItems', { body: { items: [donation] } })
  await stage.done('setGoal', { body: { target: amount, since: donation.timestamp } })
  const before = await readAll()

  await stage.done('eraseData', { body: { confirm: true } })
  await runAll(stage)
  const after = await readAll()
  await stage.done('addHistoryItems', { body: { items: [donation] } })

  expect([before, after].map((each) => each.map((list) => list?.length))).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect(await readAll()).toMatchObject([[], [{ nickname: 'bob', amount }]])
})

test('an export that is imported into an empty deployment gives the same lists there', async () => {
  const stage = workerStage(functions)
  const { recipient, done } = stage
  await done('addHistoryItems', { body: { items: ['1', '2', '3'].map((originId) => ({ ...donation, originId })) } })
  const { content } = await done('listHistory')
  await done('deleteHistoryItem', { body: { historyItemId: content[0].id } })
  await done('setGoal', { body: { title: 'Microphone', target: amount, since: donation.timestamp } })
  const action = { name: 'wave', category: 'mobs', game: 'minecraft', price: amount, payload: { command: 'wave' } }
  await done('addActions', { body: { actions: [action, { ...action, name: 'jump' }] } })
  await done('addAnnouncer', { body: { text: 'live', accountId: 'main', chatId: 1, trigger: 'STREAM_ENDED' } })
  await done('putConfig', { body: { name: 'page', value: { of: recipient } } })
  await done('createPlaylist', {
    body: { title: 'Mine', items: [{ title: 'A song', src: 'https://vk.com/video-1_2' }] },
  })
  for (const title of ['first', 'second']) await done('addNews', { body: { title, description: 'x' } })
  const { of } = await exportOf(stage)
  const listed = async (call: Listing) =>
    Object.fromEntries(
      await Promise.all(Object.entries(lists).map(async ([name, read]) => [name, withoutOwn(await read(call), name)])),
    )
  const before = await listed(done)
  vi.resetModules()
  const elsewhere = await startFunctions()
  const there: Listing = async (operation, request) => {
    const answer = await elsewhere.call(operation, { recipient, ...request })
    expect(answer.status).toBe(200)
    return answer.body
  }

  for (const [resource, requests] of Object.entries(imports))
    for (const [operation, body] of requests(of(resource))) await there(operation, { body })

  expect(await listed(there)).toEqual(before)
  await elsewhere.stop()
})
