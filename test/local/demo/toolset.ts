import { randomBytes, randomInt } from 'node:crypto'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import { manualWebhook } from '../sandbox/eventSenders.ts'
import { testOf } from './announcerTest.ts'
import { channel } from './channelChapter.ts'
import { chats, linkByCode } from './chatChapter.ts'
import { checkout } from './checkoutChapter.ts'
import { correction } from './correctionChapter.ts'
import { donorPage } from './donorChapter.ts'
import { endpoints } from './endpointChapter.ts'
import { eventually, expectThat } from './expectations.ts'
import { group } from './groupChapter.ts'
import { platformStreams } from './platformChapter.ts'
import { donationSources } from './sourceChapter.ts'
import type { Chapter } from './story.ts'
import { unpleasant } from './unpleasantChapter.ts'

const price = { major: 5, minor: 0, currency: 'EUR' }

const announcers: Chapter = {
  title: 'Announcements in messengers',
  needsStandIns: true,
  run: async (call) => {
    const announcer = {
      text: 'We are live!',
      accountId: 'main',
      chatId: -1_000_000_000_000 - randomInt(2 ** 40),
      buttons: [{ text: 'Watch', url: 'https://example.com/' }],
    }
    expectThat((await call('listBots'))[0].accountId === announcer.accountId, 'the deployment has a bot')
    await call('addAnnouncer', { body: { ...announcer, trigger: 'STREAM_STARTED' } })
    const [first] = await call('listAnnouncers')
    const strange = await testOf(call, first.id)
    expectThat(strange.outcome === 'refused', 'nothing is sent to a chat that is not the caller’s')
    call.show(`refused: ${strange.reason}`)
    await linkByCode(call, announcer)
    const { content } = await call('listChats')
    expectThat(content.length === 1, 'the chat is linked')
    expectThat((await testOf(call, first.id)).outcome === 'posted', 'the test is posted')
    const donations = { ...announcer, text: '{nickname} gave {amount}: {message}', trigger: 'PAYMENT_COMPLETED' }
    await call('updateAnnouncers', { body: { added: [donations], updated: [{ id: first.id, enabled: false }] } })
    const { id } = (await call('listAnnouncers'))[1]
    expectThat((await testOf(call, id)).outcome === 'posted', 'the test of a donation is posted')
    const listed = await call('listAnnouncers')
    expectThat(listed.length === 2 && listed[0].enabled === false, 'two announcers, the first disabled')
    await call('unlinkChat', { body: { id: content[0].id } })
    const unlinked = await testOf(call, listed[1].id)
    expectThat(unlinked.reason === strange.reason, 'after the chat was unlinked nothing is sent there either')
    await call('updateAnnouncers', { body: { deleted: listed.map(({ id }: { id: string }) => id) } })
  },
}

const actions: Chapter = {
  title: 'Paid actions of a game',
  run: async (call) => {
    const action = {
      name: 'Creeper',
      category: 'mobs',
      game: 'minecraft',
      price,
      payload: { command: 'summon' },
      parameters: [{ name: 'where', displayName: 'Where', type: 'string' }],
    }
    const { action: registered } = await call('addActions', { body: { actions: [action] } })
    const { content } = await call('listActions', { query: { game: 'minecraft' } })
    expectThat(content[0].id === registered.id, 'the registered action is listed')
    const one = await call('listActions', { query: { id: registered.id } })
    expectThat(one.totalSize === 1, 'one action is read by its id')
    await call('toggleAction', { body: { id: registered.id, enabled: false } })
    const again = await call('addActions', { body: { actions: [action] } })
    expectThat(!again.action.enabled, 'an action that is registered again stays out of sale')
    await call('deleteAction', { body: { id: registered.id } })
  },
}

const configuration: Chapter = {
  title: 'Configuration and agreements',
  run: async (call) => {
    const theme = await call('putConfig', { body: { name: 'theme', value: { color: 'teal' } } })
    await call('changeAgreement', { body: { gateway: 'stripe' } })
    const { content } = await call('listConfigs', { query: { name: 'paymentpage' } })
    expectThat(content[0].value.gateway === 'stripe', 'the agreement stands in the payment page')
    await call('deleteConfig', { body: { id: theme.id } })
  },
}

const news: Chapter = {
  title: 'News',
  run: async (call) => {
    const entry = await call('addNews', { body: { title: 'Charity stream', description: 'On Sunday.', global: false } })
    const { content } = await call('listNews')
    expectThat(content[0].id === entry.id, 'the newest entry comes first')
    const changed = await call('changeNews', { body: { id: entry.id, title: 'Charity weekend' } })
    expectThat(changed.date === entry.date && changed.description === entry.description, 'the title alone changed')
    await call('deleteNews', { body: { id: entry.id } })
  },
}

const accounts: Chapter = {
  title: 'Linked platform accounts and their tokens',
  needsStandIns: true,
  run: async (call) => {
    const name = randomBytes(4).toString('hex')
    const platforms = await call('listPlatforms')
    const { authorizeUrl } = platforms.find(({ platform }: { platform: string }) => platform === 'kick')
    call.show(
      `A browser opens ${authorizeUrl}, with a state and the challenge of a code verifier, and comes back with a code`,
    )
    const linked = await call('linkKick', {
      body: { authorizationCode: `good-${name}`, codeVerifier: randomBytes(32).toString('base64url') },
    })
    await call('toggleToken', { body: { id: linked.id, enabled: false } })
    await call('getAccessToken', { body: { tokenId: linked.id }, status: 409 })
    await call('toggleToken', { body: { id: linked.id, enabled: true } })
    const { token } = await call('getAccessToken', { body: { tokenId: linked.id } })
    expectThat(token.length > 0, 'an access token')
    await call('getVkLiveToken', { body: { authorizationCode: `good-${name}` } })
    const { totalSize } = await call('listTokens')
    expectThat(totalSize === 2, 'two linked accounts')
    await call('unlinkToken', { body: { id: linked.id } })
    await call('getAccessToken', { body: { tokenId: linked.id }, status: 404 })
  },
}

const oneTimeCode: Chapter = {
  title: 'Signing in on another device by a one-time code',
  run: async (call) => {
    const { otp } = await call('createOneTimeCode', { body: { refreshToken: 'the-refresh-token-of-this-session' } })
    const { refreshToken } = await call('exchangeOneTimeCode', { body: {}, headers: { 'x-one-time-code': otp } })
    expectThat(refreshToken === 'the-refresh-token-of-this-session', 'the deposited refresh token')
    const again = await call('exchangeOneTimeCode', { body: {}, headers: { 'x-one-time-code': otp } })
    expectThat(again.refreshToken === '', 'no second token')
  },
}

const playlists: Chapter = {
  title: 'Playlists',
  needsStandIns: true,
  run: async (call) => {
    const external = await call('getExternalPlaylist', { params: { playlistId: 'PLdemo' } })
    expectThat(external.items.length === 120, '120 entries')
    const own = await call('createPlaylist', {
      body: { title: 'Chill', items: [{ title: 'One', src: 'https://example.com/1' }] },
    })
    const { content } = await call('listPlaylists')
    expectThat(content[0].id === own.id, 'the own playlist is listed')
    const { revision } = await call('changePlaylist', { body: { id: own.id, title: 'Calm' } })
    const renamed = await call('listPlaylists')
    expectThat(renamed.content[0].title === 'Calm' && renamed.content[0].revision === revision, 'it has its new title')
    await call('deletePlaylist', { body: { id: own.id } })
  },
}

const payments: Chapter = {
  title: 'A donation, from the gateway’s webhook to the video that it asks for',
  run: async (call) => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const gateway = await call('setGateway', { body: { gateway: 'manual', type: 'fiat', secret } })
    await call('toggleGateway', { body: { id: gateway.id } })
    await call('listGateways')
    const { action } = await call('addActions', { body: { actions: [{ name: 'Confetti', price }] } })
    const payload = JSON.stringify({
      type: 'payment.completed',
      timestamp: new Date().toISOString(),
      data: {
        gatewayId: `pay-${randomBytes(6).toString('hex')}`,
        nickname: 'bob',
        message: 'Great stream!',
        amount: { major: 12, minor: 34, currency: 'EUR' },
        attachments: ['https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
        actions: [{ actionId: action.id }],
      },
    })
    const params = { recipientId: call.recipientId, gatewayId: gateway.id }
    const report = (status = 200) => call('receiveWebhook', { params, ...standardWebhook(secret, payload), status })
    const { paymentId } = await report()
    const payment = await call('getPayment', { params: { id: paymentId } })
    expectThat(payment.status === 'completed', 'a completed payment')
    const { steps } = await eventually(
      () => call('tracePayment', { params: { id: paymentId } }),
      (trace) => trace.steps.some(({ step, state }: Record<string, string>) => step === 'alert' && state === 'done'),
      'the trace shows the alert',
    )
    expectThat(steps.at(0).milliseconds === 0, 'the trace begins with the webhook')
    await eventually(
      () => call('listPayments'),
      ({ totalSize }) => totalSize === 1,
      'the payment is listed',
    )
    expectThat((await call('listPayments', { query: { test: 'true' } })).empty, 'there is no test payment')
    const history = await eventually(
      () => call('listHistory'),
      ({ totalSize }) => totalSize === 1,
      'the donation stands in the history',
    )
    const [bought] = history.content[0].actions
    expectThat(bought.completion.state === 'open', 'the bought action is open')
    await call('completeAction', { body: { deliveryId: bought.deliveryId, outcome: 'done' } })
    await call('completeAction', { body: { deliveryId: bought.deliveryId, outcome: 'failed' }, status: 409 })
    const ids = history.content[0].metadata.videoIds.join(',')
    await eventually(
      () => call('getVideos', { params: { ids } }),
      ({ status }) => status === 'ready',
      'the video is ready',
    )
    const queue = await call('listVideos', { query: { status: 'ready', sort: 'id,asc' } })
    expectThat(queue.content[0].id === ids, 'the video is in the queue')
    await call('skipVideo', { body: { id: ids } })
    expectThat((await call('getVideos', { params: { ids } })).status === 'handled', 'the video is handled')
    await call('markVideo', { body: { id: ids } })
    await call('markAllListened', { body: {} })
    expectThat((await call('listVideos', { query: { status: 'handled' } })).totalSize === 1, 'it is listed as handled')
    const rotated = await call('rotateWebhookUrl', { body: { id: gateway.id, keepPrevious: false } })
    await report(401)
    const [listed] = (await call('listGateways')).content
    expectThat(listed.webhookUrl === rotated.webhookUrl, 'the gateway has another webhook address')
    expectThat(listed.lastEvent.type === 'payment.completed', 'the gateway shows its last webhook')
    expectThat(listed.lastRefused.reason === 'unknown_address', 'the gateway shows what was refused, and why')
    await call('deleteGateway', { body: { id: gateway.id } })
    await report(401)
  },
}

const alerts: Chapter = {
  title: 'Alerts and history',
  run: async (call) => {
    const item = {
      system: 'DonationAlerts',
      event: 'payment',
      originId: `da-${Date.now()}`,
      timestamp: '2026-03-01T18:30:00+03:00',
      nickname: 'carol',
      message: 'Hello',
      amount: { major: 3, minor: 50, currency: 'EUR' },
      triggerAlert: true,
    }
    await call('addHistoryItems', { body: { items: [item] } })
    const { content } = await call('listHistory', { query: { systems: 'DonationAlerts' } })
    const historyItemId = content[0].id
    await call('repeatAlert', { body: { historyItemId } })
    const { totalSize } = await call('listAlerts', { query: { nickname: 'carol' } })
    expectThat(totalSize === 1, 'one alert')
    await call('deleteHistoryItem', { body: { historyItemId } })
    expectThat((await call('listAlerts', { query: { nickname: 'carol' } })).content[0].hidden, 'the alert is hidden')
    const deleted = await call('listHistory', { query: { deleted: 'true' } })
    expectThat(deleted.totalSize === 1, 'the item is listed as deleted')
    await call('restoreHistoryItem', { body: { historyItemId } })
    const restored = await call('getHistoryItem', { params: { historyItemId } })
    expectThat(!restored.deleted, 'the item is back')
    await call('testAlert', { body: { nickname: 'test' } })
    await call('putConfig', { body: { name: 'alerts', value: { moderation: { words: ['spam'] } } } })
    await call('addHistoryItems', { body: { items: [{ ...item, originId: `${item.originId}-2`, message: 'spam' }] } })
    const [held] = (await call('listAlerts', { query: { held: 'true' } })).content
    await call('decideAlert', { body: { historyItemId: held.historyItemId, show: true } })
    expectThat((await call('listAlerts', { query: { held: 'true' } })).empty, 'no alert waits for approval')
    for (const command of ['pause', 'mute', 'clear']) await call('controlShow', { body: { command } })
    const target = { major: 100, minor: 0, currency: 'EUR' }
    await call('setGoal', { body: { title: 'New microphone', target, since: '2026-01-01T00:00:00Z' } })
    const before = (await call('listGoals')).goals[0].reached.major
    await call('addHistoryItems', {
      body: { items: [{ ...item, originId: `${item.originId}-3`, amount: { ...target, major: 7 } }] },
    })
    expectThat((await call('listGoals')).goals[0].reached.major === before + 7, 'the goal counts an import')
    await call('deleteGoal', { body: { currency: 'EUR' } })
    const leader = async () => {
      const { content } = await call('listLeaders', { query: { period: '2026-03-01', currency: 'EUR' } })
      return content.find(({ nickname }: { nickname: string }) => nickname === 'carol').amount.major
    }
    const given = await leader()
    await call('addHistoryItems', {
      body: { items: [{ ...item, originId: `${item.originId}-4`, amount: { ...target, major: 5 } }] },
    })
    expectThat((await leader()) === given + 5, 'an import counts for the leader of its day')
    const { paused, muted } = await call('getShow')
    expectThat(paused && muted, 'the show is paused and muted')
    for (const command of ['unmute', 'resume']) await call('controlShow', { body: { command } })
  },
}

const print: Chapter = {
  title: 'A print of the history as CSV',
  run: async (call) => {
    const { printId } = await call('printCsv', { body: { systems: [], events: [] } })
    const ready = await eventually(
      () => call('getPrint', { params: { printId } }),
      ({ status }) => status === 'ready' || status === 'failed',
      'the print is ready',
    )
    expectThat(ready.status === 'ready', 'the print did not fail')
    const csv = await (await fetch(ready.url)).text()
    call.show(csv.trim())
    expectThat(csv.split('\r\n').length === ready.rows + 2, 'a header and every row')
    expectThat((await call('listPrints')).content[0].printId === printId, 'the print is listed')
    await call('deletePrint', { body: { printId } })
    await call('getPrint', { params: { printId }, status: 404 })
  },
}

const overlays: Chapter = {
  title: 'An overlay for the stream',
  run: async (call) => {
    const { overlayUrl, overlayId } = await call('createTicket', { body: { name: 'Main scene' } })
    call.show(overlayUrl)
    const { content } = await call('listOverlays')
    expectThat(content[0].overlayId === overlayId && !content[0].connected, 'an overlay that waits to be opened')
    await call('renameOverlay', { body: { overlayId, name: 'Pause scene' } })
    const { paymentId } = await call('checkOverlays', { body: {} })
    const { steps } = await eventually(
      () => call('tracePayment', { params: { id: paymentId } }),
      (trace) => trace.steps.some(({ step }: { step: string }) => step === 'overlay'),
      'the check is delivered',
    )
    expectThat(steps.at(-1).reason === 'never_connected', 'the check says that the overlay was never opened')
    const page = await call('getOverlay')
    expectThat(page.startsWith('<!doctype html>'), 'the page of the overlay')
    await call('renewTicket', { body: { key: 'not-the-key-of-an-overlay' }, status: 401 })
    await call('revokeOverlay', { body: { overlayId } })
    const left: readonly { readonly overlayId: string }[] = (await call('listOverlays')).content
    expectThat(!left.some((other) => other.overlayId === overlayId), 'the overlay is gone')
  },
}

const streams: Chapter = {
  title: 'A stream starts, as a bot of one’s own announces it',
  run: async (call) => {
    const { headers, body } = manualWebhook('STREAM_STARTED', { recipientId: call.recipientId, streamId: 'demo' })
    await call('receivePlatformWebhook', { params: { platform: 'manual' }, headers, body })
  },
}

const leaving: Chapter = {
  title: 'Leaving with everything, and erasing it',
  run: async (call) => {
    const { exportId } = await call('exportData', { body: {} })
    const ready = await eventually(
      () => call('getExport', { params: { exportId } }),
      ({ status }) => status === 'ready' || status === 'failed',
      'the export is ready',
    )
    expectThat(ready.status === 'ready', 'the export did not fail')
    const lines = (await (await fetch(ready.url)).text()).trimEnd().split('\n')
    call.show(lines.slice(0, 3).join('\n'))
    expectThat(lines.length === ready.items + 1, 'a head and every item')
    await call('eraseData', { body: {}, status: 400 })
    const { erasureId } = await call('eraseData', { body: { confirm: true } })
    const receipt = await eventually(
      () => call('getErasure', { params: { erasureId } }),
      ({ status }) => status === 'done' || status === 'failed',
      'everything is erased',
    )
    expectThat(receipt.status === 'done' && receipt.items > 0, 'a receipt of what was erased')
    expectThat((await call('listHistory')).empty && (await call('listPayments')).empty, 'nothing is left')
  },
}

const service: Chapter = {
  title: 'The service itself',
  run: async (call) => {
    await call('getHealth')
    const panel: string = await call('getPanel')
    expectThat(panel.startsWith('<!doctype html>'), 'the panel')
    const [, part = ''] = /name="part" content="([^"]+)"/.exec(panel) ?? []
    expectThat((await call('getPanelPart', { params: { part } })).includes('export'), 'the part of the panel')
  },
}

/** The chapters of the demo: a streamer's toolset uses the API for the first time. */
export const toolset: readonly Chapter[] = [
  service,
  announcers,
  group,
  chats,
  channel,
  actions,
  configuration,
  news,
  accounts,
  oneTimeCode,
  playlists,
  payments,
  checkout,
  donorPage,
  endpoints,
  alerts,
  overlays,
  correction,
  streams,
  platformStreams,
  donationSources,
  unpleasant,
  print,
  leaving,
]

/** The operations of the interface specification. All others are companions, with which these can be used in an empty deployment. */
export const specified: readonly string[] = [
  'getExternalPlaylist',
  'updateAnnouncers',
  'addActions',
  'putConfig',
  'addAnnouncer',
  'addNews',
  'printCsv',
  'linkKick',
  'toggleToken',
  'getAccessToken',
  'deleteHistoryItem',
  'repeatAlert',
  'changeAgreement',
  'toggleGateway',
  'exchangeOneTimeCode',
  'markAllListened',
  'listPlaylists',
  'listAlerts',
  'getPayment',
  'getVideos',
  'listAnnouncers',
  'getVkLiveToken',
]
