import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, vi } from 'vitest'
import { testMessage } from '../../../shared/areas/endpoints/endpointMessage.ts'
import { newAnnouncement } from '../../../shared/areas/messenger/announcement.ts'
import { newJob, sliceMs } from '../../../shared/mechanisms/jobs/job.ts'
import { discordAddress, discordPath, discordToken } from '../../local/sandbox/discord.ts'
import { donateAt } from '../../local/sandbox/donationServices.ts'
import { manualWebhook, twitchSecret, twitchWebhook } from '../../local/sandbox/eventSenders.ts'
import type { SandboxRequest } from '../../local/sandbox/standIn.ts'
import { telegramPath, telegramRefusals } from '../../local/sandbox/telegram.ts'
import { vkLiveStreams } from '../../local/sandbox/vkLive.ts'
import { makeEndpoint } from '../../support/fixtures/endpointFixtures.ts'
import type { Scene } from '../../support/fixtures/fixture.ts'
import { uploadFile } from '../../support/fixtures/uploadFixtures.ts'
import { standardWebhook, stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { leastItem, putEverywhere } from '../../support/putEverywhere.ts'
import { stripeEvent, stripeIntent } from '../../support/stripeBodies.ts'
import { twitchRaid } from '../../support/twitchRaid.ts'
import type { DeployedStack } from './deployedStack.ts'

/** Waits for what workers do. */
const comesTo = <Value>(ask: () => Value | Promise<Value>, wanted: Value): Promise<void> =>
  vi.waitFor(async () => expect(await ask()).toBe(wanted), { timeout: 120_000, interval: 50 })

const amount = { major: 12, minor: 34, currency: 'EUR' }

/** A donation with all its effects, and its refund once it is in the history. */
const runPayments = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done, recipient, secret, unique } = newScene()
  const signing = secret(`whsec_${Buffer.from(unique('signing-secret-of-24-bytes')).toString('base64')}`)
  await done('addActions', { body: { actions: [{ name: 'wave', price: amount }] } })
  const actions = await done('listActions')
  const { id } = await done('setGateway', { body: { gateway: 'manual', type: 'fiat', secret: signing } })
  const announcer = { text: '{nickname}', accountId: 'main', chatId: -1, trigger: 'PAYMENT_COMPLETED' }
  await done('addAnnouncer', { body: announcer })
  const data = {
    gatewayId: 'payment-1',
    nickname: 'bob',
    amount,
    attachments: ['https://www.youtube.com/watch?v=demo0000001'],
    actions: [{ actionId: actions.content[0].id, parameters: {} }],
  }
  const tell = (type: string) => {
    const webhook = standardWebhook(signing, { type, timestamp: new Date().toISOString(), data })
    return done('receiveWebhook', { params: { recipientId: recipient, gatewayId: id }, ...webhook })
  }
  const listed = async () => (await done('listHistory')).totalSize
  await done('listLeaders', { query: { currency: amount.currency } })

  await tell('payment.completed')
  await comesTo(listed, 1)
  await tell('payment.refunded')
  await comesTo(listed, 0)
}

/** An endpoint that was or was not quick, and gets a test. */
const testedEndpoint = async (
  { store, tableNameOf }: DeployedStack,
  scene: Scene,
  path: string,
  isQuick: boolean,
): Promise<string> => {
  const id = await makeEndpoint(scene, path)
  const key = { TableName: tableNameOf('endpoints'), Key: { recipientId: scene.recipient, id } }
  const { Item } = await store.send(new GetCommand(key))
  if (isQuick) await scene.put('endpoints', { ...Item, isQuick })
  await scene.done('testEndpoint', { body: { id } })
  return id
}

/** Webhooks of a donation and of a stream, one that waits until the schedule wakes it, and receivers that fail or are gone. */
const runEndpoints = async (stack: DeployedStack): Promise<void> => {
  const scene = stack.newScene()
  const { done, put, recipient, secret, unique } = scene
  const id = await makeEndpoint(scene)
  const delivered = async () =>
    (await done('listEndpointMessages', { params: { id } })).content.filter(
      ({ state }: { state: string }) => state === 'delivered',
    ).length
  const signing = secret(`whsec_${Buffer.from(unique('signing-secret-of-24-bytes')).toString('base64')}`)
  const gateway = (await done('setGateway', { body: { gateway: 'manual', type: 'fiat', secret: signing } })).id
  const data = { gatewayId: 'payment-1', nickname: 'bob', amount }
  const webhook = standardWebhook(signing, { type: 'payment.completed', timestamp: new Date().toISOString(), data })
  await done('receiveWebhook', { params: { recipientId: recipient, gatewayId: gateway }, ...webhook })
  await tellStream(scene, 'STREAM_STARTED')
  await comesTo(delivered, 2)
  const message = testMessage(recipient, id, Date.now())
  await put('endpointMessages', { ...message, state: 'postponed', dueAt: '2020-01-01T00:00:00.000Z', dueShard: '0' })
  await invoke(stack, 'wakeDueAnnouncements')
  await comesTo(delivered, 3)

  for (const isQuick of [false, true]) {
    const [failing, gone] = [stack.newScene(), stack.newScene()]
    const failingId = await testedEndpoint(stack, failing, 'answers/500', isQuick)
    const log = () => failing.done('listEndpointMessages', { params: { id: failingId } })
    await comesTo(async () => (await log()).content[0].attempts, 1)
    await testedEndpoint(stack, gone, 'answers/410', isQuick)
    await comesTo(async () => (await gone.done('listEndpoints')).content[0].enabled, false)
  }
}

/** A payment that waits for its donor's texts, until nothing else is expected. */
const runWaiting = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done, recipient, secret, unique } = newScene()
  const signing = secret(`whsec_${unique('stripe-signing-secret')}`)
  const { id } = await done('setGateway', { body: { gateway: 'stripe', type: 'fiat', secret: signing } })
  const webhook = stripeWebhook(signing, stripeEvent('payment_intent.succeeded', stripeIntent('pi_1')))
  await done('receiveWebhook', { params: { recipientId: recipient, gatewayId: id }, ...webhook })
  await comesTo(async () => (await done('listHistory')).totalSize, 1)
}

/** A subscription that waits for its message in vain, and is corrected by it later. */
const runSubscription = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done, put, recipient, unique } = newScene()
  const account = unique('account')
  await put('accountLinks', { account: `twitch#${account}`, recipientId: recipient })
  const subscriber = { broadcaster_user_id: account, user_id: '7', user_name: 'Bob', tier: '1000' }
  const tell = async (type: string) => {
    const event = { ...subscriber, cumulative_months: 7, message: { text: 'back' } }
    const { platform, headers, body } = twitchWebhook('notification', { subscription: { type }, event }, twitchSecret)
    await done('receivePlatformWebhook', { params: { platform }, headers, body })
  }
  await tell('channel.subscribe')
  await comesTo(async () => (await done('listAlerts')).totalSize, 1)
  await tell('channel.subscription.message')
  await comesTo(async () => (await done('listAlerts')).content[0].message, 'back')
}

/** An event of an audience that fails. */
const runAudience = async ({ newScene, store, tableNameOf }: DeployedStack): Promise<void> => {
  const { done, put, recipient, unique } = newScene()
  const account = unique('account')
  await put('accountLinks', { account: `twitch#${account}`, recipientId: recipient })
  const raid = async () => {
    const { platform, headers, body } = twitchRaid(account, 'Bob')
    await done('receivePlatformWebhook', { params: { platform }, headers, body })
  }
  await raid()
  await comesTo(async () => (await done('listAlerts')).totalSize, 1)
  await put('configs', { recipientId: recipient, name: 'alerts', value: '{' })
  await raid()
  const read = new QueryCommand({
    TableName: tableNameOf('streamEvents'),
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': recipient },
  })
  await comesTo(async () => (await store.send(read)).Items?.[0]?.['state'], 'postponed')
}

/** A payment, a video and an event that failed, and are taken up again. */
const runPostponed = async (stack: DeployedStack): Promise<void> => {
  const { done, put, recipient, unique } = stack.newScene()
  const due = { dueAt: '2020-01-01T00:00:00.000Z', dueShard: '0', attempts: 1 }
  const createdAt = '2026-03-01T18:30:00Z'
  const about = { recipientId: recipient, system: 'Manual', test: false, ...due }
  const gateway = { gateway: 'manual', gatewayId: '1', gatewayCredentialId: unique('credential') }
  const [id, video] = [unique('payment'), unique('video')]
  const completion = { createdAt, completedAt: createdAt, amount, version: 1, projection: 'postponed' }
  await put('payments', { ...about, ...gateway, ...completion, id })
  const url = 'https://vk.com/video-1_2'
  const link = { provider: 'vk', originId: 'video-1_2', url, thumbnail: url, title: '', owner: 'bob' }
  await put('videos', { ...about, ...link, paymentId: id, id: video, status: 'postponed' })
  const raid = { system: 'Twitch', event: 'raid', timestamp: createdAt, count: 20, state: 'postponed' }
  await put('streamEvents', { ...raid, recipientId: recipient, id: unique('raid'), ...due, dueShard: 'audience' })
  const connection = { connectionId: 'gone', connectedAt: 1, expiresAt: 4_000_000_000 }
  await put('overlays', { ...due, ...connection, recipientId: recipient, overlayId: unique('overlay') })
  await put('overlays', { ...due, ...connection, endsAt: 1, recipientId: recipient, overlayId: unique('session') })

  await invoke(stack, 'retryPostponed')

  await comesTo(async () => (await done('listHistory')).totalSize, 2)
  await comesTo(async () => (await done('getVideos', { params: { ids: video } })).status, 'ready')
}

const runPrint = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done } = newScene()
  const timestamp = '2026-03-01T18:30:00Z'
  await done('addHistoryItems', { body: { items: [{ system: 'Kick', event: 'payment', originId: '1', timestamp }] } })
  const { printId } = await done('printCsv', { body: {} })
  await comesTo(async () => (await done('getPrint', { params: { printId } })).status, 'ready')
  const { url } = await done('getPrint', { params: { printId } })
  expect((await fetch(url)).status).toBe(200)
}

/** The link of a list of uploads is followed, by the rights of the function that has signed it. */
const runUploads = async ({ newScene }: DeployedStack): Promise<void> => {
  const scene = newScene()
  await uploadFile(scene)
  const { uploads } = await scene.done('getUploads')
  expect((await fetch(uploads[0]?.url ?? '')).status).toBe(200)
}

/** A print whose first part was written and lost, so that it starts again. */
const runLostPrint = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done, put, recipient, unique } = newScene()
  const printId = unique('print')
  const job = newJob(recipient, { printId, systems: [], events: [] }, new Date())
  await put('prints', { ...job, progress: { uploadId: 'lost', etags: ['lost'], bytes: 1, rows: 1, carried: 0 } })
  await comesTo(async () => (await done('getPrint', { params: { printId } })).status, 'ready')
}

/** A print that is deleted while its parts are joined: its writer removes the file. */
const runDeletedPrint = async ({ newScene, localApi, store, tableNameOf }: DeployedStack): Promise<void> => {
  const { done, recipient } = newScene()
  const joining = { service: 's3', action: 'CompleteMultipartUpload', functionId: 'writePrint' }
  localApi.setFaults({ rules: [{ match: joining, fault: { delayMilliseconds: 3_000 } }] })
  const { printId } = await done('printCsv', { body: {} })
  const isSealed = async () => {
    const read = new GetCommand({ TableName: tableNameOf('prints'), Key: { recipientId: recipient, printId } })
    return (await store.send(read)).Item?.['progress']?.sealed !== undefined
  }
  await comesTo(isSealed, true)
  await done('deletePrint', { body: { printId } })
  localApi.setFaults({ rules: [] })
}

/** An export, one whose first part was lost, and an erasure of items in every table. */
const runDataJobs = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done, put, recipient, unique } = newScene()
  const stateOf = async (exportId: string) => (await done('getExport', { params: { exportId } })).status
  const { exportId } = await done('exportData', { body: {} })
  await comesTo(() => stateOf(exportId), 'ready')
  const { url } = await done('getExport', { params: { exportId } })
  expect((await fetch(url)).status).toBe(200)
  const jobId = unique('job')
  const job = newJob(recipient, { jobId, kind: 'export' }, new Date())
  await put('dataJobs', { ...job, progress: { uploadId: 'lost', etags: ['lost'], bytes: 1, rows: 1, carried: 0 } })
  await comesTo(() => stateOf(jobId), 'ready')
  await putEverywhere({ recipient, put, unique })
  const { erasureId } = await done('eraseData', { body: { confirm: true } })
  await comesTo(async () => (await done('getErasure', { params: { erasureId } })).status, 'done')
}

/** An export and an erasure of what is found in other ways than by the recipient: an overlay's connection (which no push finds closed first), a chat, and global news. */
const runForeignKeys = async ({ newScene }: DeployedStack): Promise<void> => {
  const { done, put, recipient, unique } = newScene()
  for (const table of ['overlays', 'connections', 'chats'] as const)
    await put(table, leastItem(table, recipient, unique(table)))
  const window = `donorAddresses#${unique('address')}#1`
  await put('rates', { recipientId: recipient, window, spent: 1, expiresAt: 4_000_000_000 })
  await done('addNews', { body: { title: 'News', description: 'x', global: true }, groups: ['admin'] })
  const { exportId } = await done('exportData', { body: {} })
  await comesTo(async () => (await done('getExport', { params: { exportId } })).status, 'ready')
  const { erasureId } = await done('eraseData', { body: { confirm: true } })
  await comesTo(async () => (await done('getErasure', { params: { erasureId } })).status, 'done')
}

/** A print of more than two pages and an export, whose reads are so slow that each takes more than one slice. */
const runSlicedJobs = async ({ newScene, localApi }: DeployedStack): Promise<void> => {
  const { done, put, recipient } = newScene()
  const timestamp = '2026-03-01T18:30:00Z'
  const row = { recipientId: recipient, system: 'Kick', event: 'payment', timestamp, message: 'x'.repeat(350_000) }
  for (let n = 0; n < 8; n++) await put('history', { ...row, id: `${n}`, listedAt: `${timestamp}#${n}` })
  const slow = (functionId: string, delayMilliseconds: number) => ({
    match: { service: 'dynamodb', action: 'Query', functionId },
    fault: { delayMilliseconds },
  })
  localApi.setFaults({ rules: [slow('writePrint', sliceMs * 0.6), slow('handleDataJobs', sliceMs / 8)] })

  const [{ printId }, { exportId }] = [await done('printCsv', { body: {} }), await done('exportData', { body: {} })]

  await comesTo(async () => (await done('getPrint', { params: { printId } })).status, 'ready')
  await comesTo(async () => (await done('getExport', { params: { exportId } })).status, 'ready')
  localApi.setFaults({ rules: [] })
}

let chats = -2_000_000
const addAnnouncer = async ({ done, put, recipient }: Scene): Promise<number> => {
  const chat = { accountId: 'main', chatId: --chats }
  await done('addAnnouncer', { body: { text: 'We are live!', ...chat } })
  await put('chats', { chat: `main#${chat.chatId}`, recipientId: recipient, ...chat })
  return chat.chatId
}

const tellStream = async ({ done, recipient }: Scene, trigger: string): Promise<void> => {
  const { platform, headers, body } = manualWebhook(trigger, { recipientId: recipient, streamId: '1' })
  await done('receivePlatformWebhook', { params: { platform }, headers, body })
}

/** The two announcements of a run are sent at the same time, in any order. */
const messagesTo = (chatId: number) => ({ path: telegramPath('sendMessage'), bodyIncludes: String(chatId) })

/** The group has a new id, and the bot was removed from it. */
const moveAndClose = ({ sandbox }: DeployedStack, chatId: number): void => {
  const moved = --chats
  sandbox.script(messagesTo(chatId), { kind: 'instead', response: telegramRefusals.migrated(moved) })
  sandbox.script(messagesTo(moved), { kind: 'instead', response: telegramRefusals.kicked })
}

/** A stream that is announced and ends, and a group that has moved and is closed to the bot. */
const runAnnouncements = async (stack: DeployedStack): Promise<void> => {
  const { newScene, sandbox } = stack
  const scene = newScene()
  const chatId = await addAnnouncer(scene)
  const sent = (method: 'sendMessage' | 'deleteMessage') =>
    sandbox.log.filter(({ path, body }) => path === telegramPath(method) && body.includes(String(chatId))).length

  await tellStream(scene, 'STREAM_STARTED')
  await comesTo(() => sent('sendMessage'), 1)
  await tellStream(scene, 'STREAM_ENDED')
  await comesTo(() => sent('deleteMessage'), 1)

  const closed = newScene()
  const closedChat = await addAnnouncer(closed)
  moveAndClose(stack, closedChat)
  await tellStream(closed, 'STREAM_STARTED')
  await comesTo(async () => (await closed.done('listAnnouncers'))[0].enabled, false)
}

/** A start that is announced by the webhook of a channel. */
const runWebhook = async ({ newScene, sandbox }: DeployedStack): Promise<void> => {
  const scene = newScene()
  const id = '1301000000000000003'
  scene.secret(discordToken(id))
  const { accountId, chatId } = await scene.done('linkChat', { body: { webhook: discordAddress(id) } })
  await scene.done('addAnnouncer', { body: { text: 'We are live!', accountId, chatId } })

  await tellStream(scene, 'STREAM_STARTED')

  const isPost = ({ method, path }: SandboxRequest) => method === 'POST' && path === discordPath(id)
  await comesTo(() => sandbox.log.filter(isPost).length, 1)
}

const invoke = async ({ localApi }: DeployedStack, worker: string): Promise<void> => {
  expect(await localApi.invoke(worker, {})).toMatchObject({ kind: 'success' })
}

/** An announcement that had to wait, to a group that has moved and is closed to the bot, and an event that was parked. */
const runDueAnnouncements = async (stack: DeployedStack): Promise<void> => {
  const scene = stack.newScene()
  const closedChat = await addAnnouncer(scene)
  const [announcer] = await scene.done('listAnnouncers')
  const occasion = { trigger: 'STREAM_STARTED', channel: 'manual#1', sessionId: '1', eventId: '' }
  const announcement = newAnnouncement(scene.recipient, announcer, occasion, Date.now())
  const due = { state: 'postponed', dueAt: '2020-01-01T00:00:00.000Z', dueShard: '0' }
  await scene.put('announcements', { ...announcement, ...due })
  const waiting = stack.newScene()
  const chatId = await addAnnouncer(waiting)
  const event = { recipientId: waiting.recipient, id: waiting.unique('manual#parked'), ...occasion }
  await waiting.put('streamEvents', { ...event, takenAt: Date.now() - 60_000, ...due, state: 'parked' })
  moveAndClose(stack, closedChat)

  await invoke(stack, 'wakeDueAnnouncements')

  await comesTo(async () => (await scene.done('listAnnouncers'))[0].enabled, false)
  await comesTo(() => stack.sandbox.log.some(({ body }) => body.includes(String(chatId))), true)
}

/** A message to a group that has no turn yet, of an event that was parked behind others, and a test right behind it. */
const runWaking = async (stack: DeployedStack): Promise<void> => {
  const scene = stack.newScene()
  const chatId = await addAnnouncer(scene)
  const freeAt = Date.now() + 21_000
  await scene.put('sendingSlots', { lane: `recipient#${scene.recipient}`, freeAt })
  await scene.put('sendingSlots', { lane: `telegram#main#${chatId}`, freeAt: freeAt + 4_000 })

  await tellStream(scene, 'STREAM_STARTED')

  const sent = () => stack.sandbox.log.filter(({ body }) => body.includes(String(chatId))).length
  await comesTo(sent, 1)
  const [{ id }] = await scene.done('listAnnouncers')
  await scene.done('testAnnouncement', { body: { id } })
  await comesTo(sent, 2)
}

const isRevokedAt = (stack: DeployedStack, base: string): Promise<void> =>
  comesTo(() => stack.sandbox.log.some((request) => request.base === base && request.path.endsWith('/revoke')), true)

/** A channel of a platform without webhooks that has come online, and is unlinked. */
const runWatching = async (stack: DeployedStack): Promise<void> => {
  const scene = stack.newScene()
  await addAnnouncer(scene)
  const user = scene.unique('channel')
  const authorizationCode = scene.secret(`good-${user}`)
  const { body } = await scene.done('getVkLiveToken', { body: { authorizationCode } })
  vkLiveStreams.set(user, { id: '1', startedAt: new Date() })

  await invoke(stack, 'watchVkLive')
  await scene.done('unlinkToken', { body: { id: body.id } })
  await isRevokedAt(stack, 'api.live.vkvideo.ru')
}

/** A linked account, whose subscriptions the platform drops, and which is unlinked. */
const runSubscriptions = async (stack: DeployedStack, platform: 'kick' | 'twitch'): Promise<void> => {
  const { done, secret, unique } = stack.newScene()
  const sender = stack.sandbox.senders[platform]
  const authorizationCode = secret(unique('good-user'))
  const { id, account } =
    platform === 'twitch'
      ? await done('linkTwitch', { body: { authorizationCode } })
      : await done('linkKick', {
          body: { authorizationCode, codeVerifier: secret(unique('verifier').padEnd(43, 'x')) },
        })
  const state = async () => (await done('listSources')).content[0]?.subscription
  await comesTo(state, 'active')
  sender.drop(account.id)
  await invoke(stack, 'keepSubscriptions')
  await comesTo(state, 'active')
  expect(sender.subscriptions(account.id).length).toBeGreaterThan(0)
  await done('unlinkToken', { body: { id } })
  await comesTo(() => sender.subscriptions(account.id).length, 0)
  await isRevokedAt(stack, platform === 'kick' ? 'id.kick.com' : 'id.twitch.tv')
}

/** Donations of other services, which leaders count: alerts, and one from before the link for the goal alone. */
const runSources = async (stack: DeployedStack): Promise<void> => {
  const { done, secret, unique } = stack.newScene()
  const total = async () => (await done('listHistory')).totalSize
  const donation = { nickname: 'bob', message: 'Hello!', amount: '12.34', currency: 'EUR' }
  await done('setGoal', { body: { target: { ...amount, major: 100 }, since: '2026-01-01T00:00:00Z' } })
  await done('listLeaders', { query: { currency: donation.currency } })
  for (const service of ['donationAlerts', 'streamElements', 'streamlabs'] as const) {
    const user = unique('streamer')
    const at = new Date(Date.now() - 60_000).toISOString()
    await donateAt(stack.sandbox.logUrl, service, user, { ...donation, at })
    await done('linkSource', { body: { service, credential: secret(`good-expired-${user}`) } })
    if (service !== 'streamlabs') await donateAt(stack.sandbox.logUrl, service, user, donation)
  }
  // Its tokens do not expire, so one is renewed only after a refusal.
  stack.sandbox.script({ path: '/api/v2.0/donations' }, { kind: 'status', status: 401 })

  await invoke(stack, 'askSources')
  await comesTo(total, 5)
  await invoke(stack, 'askSources')
  const { content } = await done('listSources')
  for (const { id } of content) await done('unlinkToken', { body: { id } })
}

/** A goal that is set right after a message about goals: the next message waits for its second. */
const runDueGoals = async ({ newScene, store, tableNameOf }: DeployedStack): Promise<void> => {
  const { done, put, recipient } = newScene()
  await put('recipients', { recipientId: recipient, goalsSent: JSON.stringify({ at: Date.now() + 60_000 }) })
  await done('setGoal', { body: { target: amount } })
  const read = new GetCommand({ TableName: tableNameOf('recipients'), Key: { recipientId: recipient } })
  await comesTo(async () => (await store.send(read)).Item?.['lastDelivery'] > 0, true)
}

/** Plays everything that workers do. */
export const runWorkers = async (stack: DeployedStack): Promise<void> => {
  await runDeletedPrint(stack)
  await runSlicedJobs(stack)
  await Promise.all([
    runPayments(stack),
    runWaiting(stack),
    runAudience(stack),
    runSubscription(stack),
    runPrint(stack),
    runUploads(stack),
    runLostPrint(stack),
    runDataJobs(stack),
    runForeignKeys(stack),
  ])
  await runAnnouncements(stack)
  await runWebhook(stack)
  await runEndpoints(stack)
  await runDueAnnouncements(stack)
  await runWaking(stack)
  await runDueGoals(stack)
  await runWatching(stack)
  await runSubscriptions(stack, 'kick')
  await runSubscriptions(stack, 'twitch')
  await runSources(stack)
  await runPostponed(stack)
}
