import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ScanCommand } from '@aws-sdk/client-dynamodb'
import manifest from '../../../package.json' with { type: 'json' }
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import { startPagePanels } from '../../local/demo/startPagePanels.ts'
import { toolset } from '../../local/demo/toolset.ts'
import { walk } from '../../local/demo/walk.ts'
import { recordingFor } from '../../local/runner/cli/startPage.ts'
import { newStripeLiveKey } from '../../local/sandbox/stripe.ts'
import { createStartPage } from '../../local/startPage/startPage.ts'
import { standardSecret, standardWebhook } from '../../support/gatewayWebhooks.ts'
import type { TestRequest } from '../../support/httpEvent.ts'
import { connectTo, resume, type SocketClient } from '../../support/socketClient.ts'
import { type DeployedStack, startDeployedStack } from '../audit/deployedStack.ts'
import { type ItemFacts, keyMaterial, type StoredItems } from './storedItems.ts'

const streamer = 'alice'

type Done = (operation: string, request?: TestRequest) => Promise<ReturnType<typeof JSON.parse>>

const doneBy =
  ({ call }: DeployedStack): Done =>
  async (operation, request = {}) => {
    const { status, body } = await call(operation, { recipient: streamer, ...request })
    if (status !== 200) throw new Error(`${operation} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

const until = async (what: string, isReached: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + 60_000; !(await isReached()); await sleep(100))
    if (Date.now() > end) throw new Error(`${what} did not happen within a minute`)
}

/** The demo, whose last chapter another recipient plays: it erases what it finds. */
const playDemo = async ({ localApi, sandbox }: DeployedStack): Promise<void> => {
  const leaving = toolset.filter(({ title }) => title.startsWith('Leaving'))
  const tour = { api: localApi.api, sandboxLog: sandbox.logUrl, write: () => undefined }
  const by = async (recipientId: string) => ({
    ...tour,
    recipientId,
    token: await localApi.token(recipientId),
    anotherToken: await localApi.token('bob'),
  })
  await walk(
    toolset.filter((chapter) => !leaving.includes(chapter)),
    await by(streamer),
  )
  await walk(leaving, await by('carol'))
}

const amount = { major: 12, minor: 34, currency: 'EUR' }
const little = { major: 1, minor: 0, currency: 'EUR' }

/** How alerts are shown and held: a donation of `little` is held. */
const rules = {
  levels: [{ name: 'gold', from: amount }],
  moderation: { least: { major: 5, minor: 0, currency: 'EUR' } },
}

/** Donations by a gateway whose secret was rotated, of which one was refunded and two are held. */
const donate = async (done: Done): Promise<Pick<ItemFacts, 'webhookSecret' | 'gatewayId'>> => {
  const credential = { gateway: 'manual', type: 'fiat', secret: standardSecret('former items'), token: 'a token' }
  const { id: gatewayId } = await done('setGateway', { body: credential })
  await done('toggleGateway', { body: { id: gatewayId } })
  const webhookSecret = standardSecret('items')
  await done('setGateway', { body: { ...credential, id: gatewayId, secret: webhookSecret } })
  const { action } = await done('addActions', { body: { actions: [{ name: 'wave', price: amount }] } })
  const tell = (type: string, data: object) => {
    const payload = { type: `payment.${type}`, timestamp: new Date().toISOString(), data: { amount, ...data } }
    return done('receiveWebhook', {
      params: { recipientId: streamer, gatewayId },
      ...standardWebhook(webhookSecret, payload),
    })
  }
  const before = (await done('listHistory')).totalSize
  const wishes = {
    message: 'Great stream!',
    attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    actions: [{ actionId: action.id }],
  }
  await tell('completed', { gatewayId: 'kept', nickname: 'bob', ...wishes })
  await tell('completed', { gatewayId: 'refunded', nickname: 'eve' })
  await done('putConfig', { body: { name: 'alerts', value: rules } })
  for (const nickname of ['mallory', 'trent'])
    await tell('completed', { gatewayId: `held ${nickname}`, nickname, ...wishes, amount: little })
  await until('the donations are listed', async () => (await done('listHistory')).totalSize === before + 4)
  await until('two are held', async () => (await done('listAlerts', { query: { held: 'true' } })).totalSize === 2)
  await tell('refunded', { gatewayId: 'refunded' })
  await until('the refund is seen', async () => (await done('listHistory')).totalSize === before + 3)
  return { webhookSecret, gatewayId }
}

/** Records that the demo deletes, and jobs. */
const addRecords = async (done: Done): Promise<Pick<ItemFacts, 'printId' | 'exportId'>> => {
  await done('createPlaylist', { body: { title: 'Chill', items: [{ title: 'One', src: 'https://example.com/1' }] } })
  await done('addNews', { body: { title: 'Charity stream', description: 'On Sunday.', global: false } })
  await done('addNews', { body: { title: 'Maintenance', description: 'At night.', global: true }, groups: ['admin'] })
  await done('putConfig', {
    body: { name: 'alerts', url: 'HTTPS://Alice.example', value: rules },
    headers: { 'idempotency-key': 'items-of-1.0.0-config' },
  })
  // Versions differ in these words and addresses: what one has stored, the next one answers.
  const buttons = [{ text: 'Watch', url: 'https://Twitch.tv/alice' }]
  const announcer = { accountId: 'main', chatId: -1_000_000_000_000, text: 'We are live!', buttons }
  await done('addAnnouncer', { body: { ...announcer, trigger: 'streamStart' } })
  await done('putConfig', { body: { name: 'paymentpage', value: { gateway: 'stripe', text: 'Thank you' } } })
  await done('linkChat', { body: { accountId: 'main' } })
  await done('linkSource', { body: { service: 'donationAlerts', credential: 'good-items' } })
  await done('setEndpoint', { body: { url: 'https://bot.example.com/hooks', types: ['stream.started'] } })
  const { printId } = await done('printCsv', { body: {} })
  await until('the print is ready', async () => (await done('getPrint', { params: { printId } })).status === 'ready')
  const { exportId } = await done('exportData', { body: {} })
  await until('the export is ready', async () => (await done('getExport', { params: { exportId } })).status === 'ready')
  return { printId, exportId }
}

const linkAccounts = async (
  done: Done,
): Promise<Pick<ItemFacts, 'accessToken' | 'tokenId' | 'oneTimeCode' | 'refreshToken'>> => {
  const { id: tokenId } = await done('linkTwitch', { body: { authorizationCode: 'good-items' } })
  const { token: accessToken } = await done('getAccessToken', { body: { tokenId } })
  const refreshToken = 'a refresh token of the panel'
  const { otp: oneTimeCode } = await done('createOneTimeCode', { body: { refreshToken } })
  return { accessToken, tokenId, oneTimeCode, refreshToken }
}

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** A member who has decided, an open invitation, a picture in a look, a source of goals, and a webhook at a gateway. */
const addYounger = async (done: Done): Promise<Required<Pick<ItemFacts, 'memberId' | 'invitation'>>> => {
  const invite = () => done('inviteMember', { body: { role: 'editor', ownerName: 'Alice' } })
  const memberId = 'dave'
  await done('acceptInvitation', {
    recipient: memberId,
    body: { invitation: (await invite()).invitation, name: 'Dave' },
  })
  const [{ historyItemId }] = (await done('listAlerts', { query: { nickname: 'bob' } })).content
  for (const command of ['deleteHistoryItem', 'restoreHistoryItem'])
    await done(command, { recipient: memberId, headers: { 'x-recipient': streamer }, body: { historyItemId } })
  const { id, url } = await done('beginUpload', { body: { name: 'coin.gif', kind: 'image', bytes: picture.length } })
  await fetch(url, { method: 'PUT', body: picture })
  await done('checkUpload', { body: { id } })
  await done('putConfig', { body: { name: 'overlay', value: { imageUpload: id, layout: 'beside' } } })
  await done('createTicket', { body: { name: 'Goals', part: 'goals' } })
  await done('setGateway', { body: { gateway: 'stripe', type: 'fiat', token: newStripeLiveKey() } })
  return { memberId, invitation: (await invite()).invitation }
}

/** An overlay that has registered its key, and stays connected. */
const connectOverlay = async (done: Done): Promise<{ readonly overlayKey: string; readonly overlay: SocketClient }> => {
  const { ticket, webSocketUrl } = await done('createTicket', { body: { name: 'Main scene' } })
  const overlayKey = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(overlayKey).digest('base64url')
  const overlay = await connectTo(`${webSocketUrl}?ticket=${ticket}&key=${hash}`)
  if (typeof overlay === 'number') throw new Error(`the overlay was refused with ${overlay}`)
  overlay.send(resume(0))
  await overlay.until('welcome')
  return { overlayKey, overlay }
}

const scanned = async ({ store, tableNameOf }: DeployedStack): Promise<StoredItems['tables']> => {
  const entries = (Object.keys(tables) as TableName[]).map(async (name) => {
    // One page has a megabyte. This command gives DynamoDB's own JSON, which the client of documents would translate.
    const { Items = [] } = await store.send(new ScanCommand({ TableName: tableNameOf(name), ConsistentRead: true }))
    return [name, Items] as const
  })
  return Object.fromEntries(await Promise.all(entries)) as unknown as StoredItems['tables']
}

/** Has the service of these sources write every kind of item, through its operations and workers. */
export const writeItems = async (): Promise<StoredItems> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'items-'))
  const page = createStartPage({
    projectFolder: fileURLToPath(new URL('../../..', import.meta.url)),
    openApiFile: fileURLToPath(new URL('../../../shared/areas/service/openapi.json', import.meta.url)),
    panelsOf: startPagePanels,
  })
  const { onLog: _, ...recording } = recordingFor(page)
  const stack = await startDeployedStack({ ...recording, dataFolder })
  const { localApi, sandbox } = stack
  await page.open({ api: localApi, recipientId: streamer, dataFolder: 'memory', sandboxLog: sandbox.logUrl })
  try {
    await playDemo(stack)
    const done = doneBy(stack)
    const { overlay, overlayKey } = await connectOverlay(done)
    const facts = {
      ...(await donate(done)),
      ...(await linkAccounts(done)),
      ...(await addRecords(done)),
      ...(await addYounger(done)),
      overlayKey,
    }
    await localApi.eventSources?.idle()
    const [secrets] = localApi.deployment.keys.filter(({ spec }) => spec === 'SYMMETRIC_DEFAULT')
    const keyId = secrets?.keyId ?? ''
    const items = {
      release: manifest.version,
      writtenAt: Date.now(),
      keys: { [keyId]: keyMaterial(dataFolder, keyId) },
      facts,
      tables: await scanned(stack),
    }
    await overlay.close()
    return items
  } finally {
    await stack.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
