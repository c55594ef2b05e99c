import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import { manualWebhook } from '../../local/sandbox/eventSenders.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { connectTo, resume } from '../../support/socketClient.ts'
import { startDeployedStack } from '../audit/deployedStack.ts'
import { listedTables } from './listedTables.ts'
import { isListed, itemVersions, putKeys, readItems, type StoredItem, youngItems } from './storedItems.ts'
import { unexplained } from './unexplained.ts'

/** Versions whose data may be stored where today's is deployed: the last release, and one that came before the next. */
describe.each(itemVersions)('data of %s', async (release) => {
  const items = readItems(release)
  const { facts } = items
  const recipient = 'alice'
  const dataFolder = mkdtempSync(join(tmpdir(), 'items-'))

  /** An attribute of a later release, which the service of today meets in each item when an update is taken back. */
  const later = { mood: { S: 'of a later release' } }

  /** The service of today on the tables of the version, with its key. */
  putKeys(dataFolder, items.keys)
  const stack = await startDeployedStack({ dataFolder })
  for (const [name, young] of Object.entries(youngItems(items, Date.now())))
    for (const item of young)
      await stack.store.send(
        new PutItemCommand({ TableName: stack.tableNameOf(name as TableName), Item: { ...item, ...later } }),
      )
  await stack.localApi.eventSources?.idle()
  afterAll(async () => {
    await stack.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  })

  const call = (operation: string, request: TestRequest = {}) => stack.call(operation, { recipient, ...request })
  const done = async (operation: string, request?: TestRequest) => {
    const { status, body } = await call(operation, request)
    expect(status, `${operation}: ${JSON.stringify(body)}`).toBe(200)
    return body
  }
  const comesTo = (ask: () => Promise<unknown>, wanted: unknown) =>
    vi.waitFor(async () => expect(await ask()).toEqual(wanted), { timeout: 60_000, interval: 100 })

  const ownItems = (table: TableName): readonly StoredItem[] =>
    items.tables[table].filter(({ recipientId }) => recipientId?.S === recipient)
  const stored = (table: TableName, name: string, value: string): readonly StoredItem[] =>
    ownItems(table).filter((item) => item[name]?.S === value)

  test('the version has written every kind of item: there are some in every table that it had', () => {
    expect(Object.keys(items.tables).filter((name) => items.tables[name as TableName].length === 0)).toEqual([])
  })

  test('every attribute of every item has a line with its meaning', () => {
    const named = Object.entries(items.tables).flatMap(([table, own]) =>
      own.flatMap((item) => Object.keys(item).map((name) => [table as TableName, name] as const)),
    )

    expect(unexplained(named)).toEqual([])
  })

  test.each(listedTables)('%s lists the items of the table %s', async (operation, table, isIn) => {
    const listed = await done(operation)

    expect(listed.totalSize ?? listed.length).toBe(ownItems(table).filter(isIn).length)
  })

  test.runIf(facts.memberId !== undefined)(
    'a member still acts, what it has decided is named after it, an invitation is accepted, and a picture is listed',
    async () => {
      const asMember = { recipient: facts.memberId ?? '', headers: { 'x-recipient': recipient } }
      const { content } = await done('listAlerts', { ...asMember, query: { nickname: 'bob' } })
      await done('acceptInvitation', { recipient: 'erin', body: { invitation: facts.invitation, name: 'Erin' } })

      const decidedBy = content.map(
        (alert: { readonly decidedBy?: { readonly name: string } }) => alert.decidedBy?.name,
      )
      expect(decidedBy).toContain('Dave')
      expect((await done('getMembers')).members).toMatchObject([{ name: 'Dave' }, { name: 'Erin' }])
      expect(await done('getUploads')).toMatchObject({ uploads: [{ name: 'coin.gif', state: 'ready' }] })
    },
  )

  test('a webhook comes to the old address with the old secret, and the donation stands above the old ones', async () => {
    const before = (await done('listHistory')).totalSize
    const data = { gatewayId: 'new', nickname: 'new', amount: { major: 1, minor: 0, currency: 'EUR' } }
    const payload = { type: 'payment.completed', timestamp: new Date().toISOString(), data }
    const params = { recipientId: recipient, gatewayId: facts.gatewayId }

    await done('receiveWebhook', { params, ...standardWebhook(facts.webhookSecret, payload) })

    await comesTo(async () => (await done('listHistory')).totalSize, before + 1)
    const { content } = await done('listHistory', { query: { sort: 'timestamp,desc' } })
    expect(content[0]).toMatchObject({ nickname: 'new' })
  })

  const heldNames = async (): Promise<readonly string[]> => {
    const { content } = await done('listAlerts', { query: { held: 'true' } })
    return content.map(({ nickname }: { readonly nickname: string }) => nickname).toSorted()
  }

  test.runIf(stored('alerts', 'state', 'held').length > 0)(
    'alerts that were held before are found beside one that the old moderation holds now, and each is decided',
    async () => {
      await comesTo(heldNames, ['mallory', 'new', 'trent'])
      const waiting = (await done('listAlerts', { query: { held: 'true' } })).content
      const idOf = (name: string) =>
        waiting.find(({ nickname }: { nickname: string }) => nickname === name).historyItemId

      await done('decideAlert', { body: { historyItemId: idOf('mallory'), show: true } })
      await done('decideAlert', { body: { historyItemId: idOf('trent'), show: false } })

      expect(await heldNames()).toEqual(['new'])
      expect((await call('decideAlert', { body: { historyItemId: idOf('trent'), show: true } })).status).toBe(409)
      const { content: shown } = await done('listAlerts', { query: { hidden: 'false', nickname: 'mallory' } })
      const { content: hidden } = await done('listAlerts', { query: { hidden: 'true', nickname: 'trent' } })
      expect([shown, hidden]).toMatchObject([[{ message: 'Great stream!' }], [{ hidden: true }]])
    },
  )

  test.runIf(facts.panelKey !== undefined)(
    'the key of the old panel ends at the first sign-in of the new one, and that of an overlay does not',
    async () => {
      const before = await call('renewTicket', { body: { key: facts.panelKey } })
      await done('createTicket', { body: { name: 'panel', session: true } })
      const after = await call('renewTicket', { body: { key: facts.panelKey } })

      expect([before.status, after.status]).toEqual([200, 401])
      await done('renewTicket', { body: { key: facts.overlayKey } })
    },
  )

  test('sealed tokens open: that of a platform, and a deposited one', async () => {
    expect(await done('getAccessToken', { body: { tokenId: facts.tokenId } })).toEqual({ token: facts.accessToken })
    const exchanged = await stack.call('exchangeOneTimeCode', { body: { otp: facts.oneTimeCode } })
    expect(exchanged.body).toMatchObject({ refreshToken: facts.refreshToken })
  })

  test('an announcer of the version with an old trigger is saved as a console saves it, and stays where it is', async () => {
    const [old = ownItems('announcers')[0]] = stored('announcers', 'trigger', 'streamStart')
    const before = (await done('listAnnouncers')).find(({ id }: { readonly id: string }) => id === old?.['id']?.S)
    await stack.store.send(
      new PutItemCommand({
        TableName: stack.tableNameOf('announcers'),
        Item: { ...old, trigger: { S: 'streamStart' } },
      }),
    )

    await done('updateAnnouncers', {
      body: {
        added: [],
        updated: [
          { ...before, accountId: 'max-main', chatId: 5, buttons: [{ text: 'Watch', url: 'twitch.tv/alice' }] },
        ],
        deleted: ['0b64b3c8-52d6-4f0f-a7ac-3d3a4f6a0b59'],
      },
    })

    expect(await done('getAnnouncer', { params: { id: before.id } })).toMatchObject({
      accountId: before.accountId,
      chatId: before.chatId,
      trigger: 'STREAM_STARTED',
      buttons: [{ text: 'Watch', url: 'twitch.tv/alice' }],
    })
  })

  test('a playlist and a record of the version take addresses as they come, and the old ones stay as they were', async () => {
    const { content } = await done('listPlaylists')
    const [{ id, title, items: songs }] = content
    const [former] = (await done('listConfigs', { query: { name: 'alerts' } })).content

    const changed = await done('changePlaylist', {
      body: { id, items: [...songs, { title: '', src: 'youtu.be/abc' }] },
    })
    const record = await done('putConfig', { body: { name: 'alerts', url: 'alice.oda.digital', value: {} } })

    expect(changed).toMatchObject({ title, items: [...songs, { src: 'youtu.be/abc' }] })
    expect(former.url).toBe(stored('configs', 'name', 'alerts')[0]?.['url']?.S)
    expect(record.url).toBe('alice.oda.digital')
  })

  test('a stream that was on in the version ends, and a start that was sent after its end brings it back', async () => {
    const [old] = stored('streams', 'channel', 'manual#demo')
    const told = async (trigger: string, minutes: number) => {
      const at = new Date(Date.now() + minutes * 60_000)
      const { headers, body } = manualWebhook(trigger, { recipientId: recipient, streamId: 'demo' }, { at })
      await done('receivePlatformWebhook', { params: { platform: 'manual' }, headers, body })
    }
    const shown = async () => {
      const Key = { recipientId: recipient, channel: 'manual#demo' }
      const { Item = {} } = await stack.store.send(new GetCommand({ TableName: stack.tableNameOf('streams'), Key }))
      return { isOnline: Item['isOnline'], sessionId: Item['sessionId'] }
    }
    expect(old?.['isOnline']?.BOOL).toBe(true)

    await told('STREAM_ENDED', -1)
    await comesTo(shown, { isOnline: false, sessionId: 'demo' })
    await told('STREAM_STARTED', 0)

    await comesTo(shown, { isOnline: true, sessionId: 'demo' })
  })

  test('the gateways of the version keep their offer until one is enabled again', async () => {
    const offer = async () => (await done('listConfigs', { query: { name: 'paymentpage' } })).content[0]?.value.gateway
    const before = await offer()
    const { id } = await done('setGateway', { body: { gateway: 'robokassa', type: 'fiat' } })
    const unchanged = await offer()

    await done('toggleGateway', { body: { id, enabled: true } })

    expect(unchanged).toBe(before)
    expect(await offer()).toBe('robokassa')
  })

  test('ODA finds the donations of the version at its own gateways', async () => {
    const own = ownItems('history').filter(
      (item) => isListed(item) && ['Stripe', 'YooKassa', 'Ko-fi', 'Manual', 'ODA'].includes(item['system']?.S ?? ''),
    )

    const { content } = await done('listHistory', { query: { systems: 'ODA', size: '100' } })

    expect(own.length).toBeGreaterThan(0)
    expect(content.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      expect.arrayContaining(own.map((item) => item['id']?.S)),
    )
  })

  test('an overlay connects with its old key, and gets the old deliveries and new ones', async () => {
    const { ticket, webSocketUrl } = await done('renewTicket', { body: { key: facts.overlayKey } })
    const overlay = await connectTo(`${webSocketUrl}?ticket=${ticket}`)
    if (typeof overlay === 'number') throw new Error(`refused with ${overlay}`)

    overlay.send(resume(0))
    const welcome = (await overlay.until('welcome')).at(-1)
    const [alert] = await overlay.until('alert')
    await done('testAlert', { body: { nickname: 'live' } })
    await vi.waitFor(() => expect(JSON.stringify(overlay.inbox)).toContain('"live"'), { timeout: 30_000 })
    await overlay.close()

    expect(welcome).toMatchObject({ type: 'welcome', after: 0 })
    expect(alert).toMatchObject({ type: 'alert', sequence: 2 ** 20 })
  })

  test('old records change: an alert is repeated and hidden, a secret replaced, a playlist and an overlay renamed', async () => {
    const { content } = await done('listAlerts', { query: { sort: 'createdAt,asc' } })
    const [{ historyItemId }] = content
    await done('repeatAlert', { body: { historyItemId } })
    await done('deleteHistoryItem', { body: { historyItemId } })
    const hidden = (await done('listAlerts', { query: { hidden: 'true' } })).content
    await done('restoreHistoryItem', { body: { historyItemId } })
    const [playlist] = (await done('listPlaylists')).content
    await done('changePlaylist', { body: { id: playlist.id, title: 'Calm' } })
    const [overlay] = (await done('listOverlays')).content
    await done('renameOverlay', { body: { overlayId: overlay.overlayId, name: 'Renamed' } })
    const [gateway] = (await done('listGateways')).content
    await done('setGateway', { body: { id: gateway.id, gateway: 'manual', type: 'fiat', secret: facts.webhookSecret } })

    expect(hidden.map((alert: { historyItemId: string }) => alert.historyItemId)).toContain(historyItemId)
    expect((await done('listPlaylists')).content[0].title).toBe('Calm')
  })

  test('a print and an export hold the old donations', async () => {
    const rows = (await done('listHistory')).totalSize
    const { printId } = await done('printCsv', { body: {} })
    await comesTo(async () => (await done('getPrint', { params: { printId } })).status, 'ready')
    expect((await done('getPrint', { params: { printId } })).rows).toBe(rows)
    const { exportId } = await done('exportData', { body: {} })
    await comesTo(async () => (await done('getExport', { params: { exportId } })).status, 'ready')
    const { url } = await done('getExport', { params: { exportId } })
    const file = await (await fetch(url)).text()

    const exported = ownItems('history')
      .filter(({ test: isTest }) => isTest?.BOOL !== true)
      .map(({ id }) => String(id?.S))
    expect(exported.filter((id) => !file.includes(id))).toEqual([])
  })

  test('an erasure finds all old items of the recipient', async () => {
    const { erasureId } = await done('eraseData', { body: { confirm: true } })
    await comesTo(async () => (await done('getErasure', { params: { erasureId } })).status, 'done')

    const kept = Object.entries(tables).filter(([, { data }]) => data === 'kept' || data === 'nobody')
    const erased = Object.keys(tables).filter((name) => !kept.some(([other]) => other === name)) as TableName[]
    const left = await Promise.all(
      erased.map(async (name) => {
        const { Items = [] } = await stack.store.send(new ScanCommand({ TableName: stack.tableNameOf(name) }))
        return Items.filter(({ recipientId }) => recipientId?.S === recipient).map(() => name)
      }),
    )
    // The connection that the overlay has replaced ends with its socket, which was that of the version.
    expect(left.flat().filter((name) => name !== 'connections')).toEqual([])
  })
})
