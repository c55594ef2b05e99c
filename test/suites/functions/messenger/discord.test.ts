import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { discordAddress, discordPath, discordRefusals, discordToken } from '../../../local/sandbox/discord.ts'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import type { SandboxRequest } from '../../../local/sandbox/standIn.ts'
import { justNow } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startAnnouncements } from '../platforms/announcements.ts'

const service = await sharedByTests(startAnnouncements())

let lastId = 1_301_000_000_000_000_000n
let lastStream = 0
const newWebhook = (): string => String(++lastId)

const link = (recipient: string, webhook: string) => service.call('linkChat', { recipient, body: { webhook } })

/** Somebody with a linked webhook, and an announcer for its channel. */
const announcing = async (fields: object = {}) => {
  const [recipient, id] = [service.someone(), newWebhook()]
  const { accountId, chatId } = (await link(recipient, discordAddress(id))).body
  const body = { text: '**We are live!**', accountId, chatId, ...fields }
  await service.call('addAnnouncer', { recipient, body })
  return { recipient, id }
}

const tell = async (trigger: 'STREAM_STARTED' | 'STREAM_ENDED', recipientId: string): Promise<void> => {
  await service.receive(manualWebhook(trigger, { recipientId, streamId: `discord-${lastStream}` }))
  await service.settle(recipientId)
}

const goLive = (recipient: string): Promise<void> => {
  lastStream++
  return tell('STREAM_STARTED', recipient)
}

const requests = (id: string, method: string): readonly SandboxRequest[] =>
  service.sandbox.log.filter((request) => request.method === method && request.path.startsWith(discordPath(id)))

const announcerOf = async (recipient: string) => {
  const [{ id }] = (await service.call('listAnnouncers', { recipient })).body
  return (await service.call('getAnnouncer', { recipient, params: { id } })).body
}

const storedLink = async (id: string) => {
  const command = new GetCommand({ TableName: service.aws.table('chats'), Key: { chat: `discord:${id}#1` } })
  return (await service.aws.client.send(command)).Item
}

test('the address of a webhook links its channel at once, and is stored sealed', async () => {
  const [recipient, id] = [service.someone(), newWebhook()]

  const { body } = await link(recipient, discordAddress(id))

  const chat = { id: `discord:${id}#1`, accountId: `discord:${id}`, chatId: 1, title: 'Spidey Bot' }
  expect(body).toEqual({ ...chat, linkedAt: justNow, lostAt: null, lostReason: null })
  expect((await service.call('listChats', { recipient })).body.content).toEqual([body])
  const { webhook, ...open } = (await storedLink(id)) ?? {}
  expect(webhook).toBeInstanceOf(Uint8Array)
  expect(`${Buffer.from(webhook).toString('latin1')}${JSON.stringify(open)}`).not.toContain(discordToken(id))
})

test.each([
  'http://discord.com/api/webhooks/1301000000000000000/$',
  'https://discord.com.evil.example/api/webhooks/1301000000000000000/$',
  'https://discord.com@127.0.0.1/api/webhooks/1301000000000000000/$',
  'https://169.254.169.254/api/webhooks/1301000000000000000/$',
  'https://discord.com:8443/api/webhooks/1301000000000000000/$',
  'https://discord.com/api/webhooks/1301000000000000000/../$',
  'https://discord.com/api/webhooks/1301000000000000000/$/slack',
  'https://discord.com/api/webhooks/1301000000000000000/$?thread_id=1',
  'https://discord.com/api/webhooks/1301000000000000000/$#x',
  'https://discord.com/api/channels/1301000000000000000/$',
  'https://discord.com/api/webhooks/1301000000000000000/short',
  '\nhttps://discord.com/api/webhooks/1301000000000000000/$',
])('the address %j is no webhook’s, and nothing is called', async (address) => {
  const before = service.sandbox.log.length

  const answer = await link(service.someone(), address.replace('$', discordToken('1301000000000000000')))

  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/webhook' }] } })
  expect(service.sandbox.log.slice(before)).toEqual([])
})

test.each(['https://discordapp.com/api/', 'https://ptb.discord.com/api/', 'https://canary.discord.com/api/v10/'])(
  'a webhook at %s is called at the deployment’s own address of Discord',
  async (base) => {
    const id = newWebhook()

    const { status } = await link(service.someone(), `${base}webhooks/${id}/${discordToken(id)}`)

    expect([status, requests(id, 'GET').length]).toEqual([200, 1])
  },
)

test.each([{}, { accountId: 'main', webhook: discordAddress('1301000000000000000') }])(
  'a chat is linked by the account of a bot or by a webhook, and not by %j',
  async (body) => {
    const answer = await service.call('linkChat', { recipient: service.someone(), body })

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/accountId' }] } })
  },
)

test.each([
  discordRefusals.unknownWebhook,
  discordRefusals.invalidToken,
  { status: 400, body: { code: 50_035, message: 'Invalid Form Body' } },
  { status: 200, body: { type: 3, name: 'Clyde' } },
])('a webhook that Discord answers with %j links nothing', async (response) => {
  const [recipient, id] = [service.someone(), newWebhook()]
  service.sandbox.script({ path: discordPath(id) }, { kind: 'instead', response })

  const answer = await link(recipient, discordAddress(id))

  expect(answer).toMatchObject({ status: 404, body: { errors: [{ pointer: '/webhook', detail: 'unknown webhook' }] } })
  expect(await storedLink(id)).toBeUndefined()
})

test('a webhook of which Discord cannot say anything now is not unknown for that, and links nothing', async () => {
  const [recipient, id] = [service.someone(), newWebhook()]
  service.sandbox.script({ path: discordPath(id) }, { kind: 'instead', response: discordRefusals.rateLimited(1) })

  const answer = await link(recipient, discordAddress(id))

  expect(answer).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect(await storedLink(id)).toBeUndefined()
})

test('a webhook without a name is a chat without a title', async () => {
  const [recipient, id] = [service.someone(), newWebhook()]
  const response = { status: 200, body: { type: 1, name: null } }
  service.sandbox.script({ path: discordPath(id) }, { kind: 'instead', response })

  expect(await link(recipient, discordAddress(id))).toMatchObject({ status: 200, body: { title: '' } })
})

test('a webhook stays with the recipient who has linked it, who may link it again', async () => {
  const [recipient, id] = [service.someone(), newWebhook()]
  await link(recipient, discordAddress(id))

  const [stranger, again] = [
    await link(service.someone(), discordAddress(id)),
    await link(recipient, discordAddress(id)),
  ]

  expect(stranger).toMatchObject({ status: 409, body: { code: 'chat_already_linked' } })
  expect(again.status).toBe(200)
  expect(await storedLink(id)).toMatchObject({ recipientId: recipient })
})

test('a start is posted in the channel with the streamer’s Markdown, and deleted by the same address at the end', async () => {
  const { recipient, id } = await announcing({ buttons: [{ text: 'Watch', url: 'https://kick.com/alice' }] })

  await goLive(recipient)
  const posted = await service.stored(recipient)
  await tell('STREAM_ENDED', recipient)

  const [post] = requests(id, 'POST')
  expect(JSON.parse(post?.body ?? '')).toMatchObject({
    content: '**We are live!**',
    components: [{ components: [{ label: 'Watch', url: 'https://kick.com/alice' }] }],
  })
  expect(posted).toMatchObject([{ messenger: 'discord', messageId: expect.stringMatching(/^1301\d{15}$/) }])
  expect(requests(id, 'DELETE').map(({ path }) => path)).toEqual([
    `${discordPath(id)}/messages/${posted[0]?.messageId}`,
  ])
  expect((await announcerOf(recipient)).lastAnnouncement).toMatchObject({ outcome: 'deleted' })
})

test('a webhook that was deleted at Discord disables its announcer with the reason, and is called and kept no more', async () => {
  const { recipient, id } = await announcing()
  await fetch(`${service.sandbox.urls['DISCORD_API_URL']}${discordPath(id)}`, { method: 'DELETE' })

  await goLive(recipient)
  await goLive(recipient)

  expect(await announcerOf(recipient)).toMatchObject({
    enabled: false,
    disabledReason: '10015: Unknown Webhook',
    lastAnnouncement: { outcome: 'refused', reason: '10015: Unknown Webhook' },
  })
  expect(requests(id, 'POST')).toHaveLength(1)
  expect(await storedLink(id)).toBeUndefined()
})

test('a message comes after the time that Discord names when it takes no more', async () => {
  const { recipient, id } = await announcing()
  service.sandbox.script({ path: discordPath(id) }, { kind: 'instead', response: discordRefusals.rateLimited(64.57) })
  const before = Date.now()

  await goLive(recipient)

  const [waiting] = await service.stored(recipient)
  expect(waiting?.state).toBe('postponed')
  expect(Math.round((Date.parse(waiting?.dueAt ?? '') - before) / 10_000)).toBe(7)
  expect(requests(id, 'POST')).toHaveLength(1)
})

test('nothing is posted in a channel that its recipient has unlinked, and its messages stay there', async () => {
  const { recipient, id } = await announcing()
  await goLive(recipient)
  await service.call('unlinkChat', { recipient, body: { id: `discord:${id}#1` } })

  await tell('STREAM_ENDED', recipient)
  const { lastAnnouncement: first } = await announcerOf(recipient)
  await goLive(recipient)

  expect(first).toMatchObject({ outcome: 'posted', reason: 'the chat is not linked' })
  expect(await announcerOf(recipient)).toMatchObject({
    enabled: true,
    blockedReason: 'the chat is not linked',
    lastAnnouncement: { outcome: 'refused', reason: 'the chat is not linked' },
  })
  expect([requests(id, 'POST').length, requests(id, 'DELETE').length]).toEqual([1, 0])
})

test('an announcer for a webhook that somebody else has linked posts nothing by it', async () => {
  const { id } = await announcing()
  const stranger = service.someone()
  const body = { text: 'Buy!', accountId: `discord:${id}`, chatId: 1 }
  await service.call('addAnnouncer', { recipient: stranger, body })

  await goLive(stranger)

  expect(requests(id, 'POST')).toEqual([])
  const lastAnnouncement = { outcome: 'refused', reason: 'the chat is not linked' }
  expect(await announcerOf(stranger)).toMatchObject({ enabled: true, lastAnnouncement })
})
