import { randomBytes, randomInt } from 'node:crypto'
import { stripeWebhook } from '../../support/gatewayWebhooks.ts'
import { stripeThinEvent } from '../../support/stripeBodies.ts'
import { type ChatUpdate, maxRights } from '../sandbox/chatUpdates.ts'
import { maxAccount } from '../sandbox/max.ts'
import { newStripeSecret } from '../sandbox/stripe.ts'
import { audienceEvents, otherAudienceEvents } from './audienceEvents.ts'
import { linkByCode } from './chatChapter.ts'
import { eventually, expectThat } from './expectations.ts'
import type { Call, Chapter } from './story.ts'

interface Item {
  readonly event: string
  readonly nickname: string | null
  readonly message: string | null
  readonly count: number | null
}

const eventOf = (type: string): object =>
  [...audienceEvents.twitch, ...otherAudienceEvents.twitch].find((each) => each.type === type)?.event ?? {}

/** Twitch has given an event up, and the others come. */
const tellGivenUp = async (call: Call, id: string, accountId: string): Promise<void> => {
  const { order } = call
  const source = async () => (await call('listSources')).content.find((each: { readonly id: string }) => each.id === id)
  const { body } = (await order?.({ platform: 'twitch', accountId, what: 'giveUp', givenUp: 'channel.cheer' })) ?? {}
  expectThat(body.answered[0] === 200, 'the notification is taken')
  await call.runSchedule('keepSubscriptions')
  const { lastError } = await source()
  expectThat(lastError.detail.includes('410'), 'the account says that the event does not come')
  const raid = { type: 'channel.raid', event: eventOf('channel.raid') }
  const other = await order?.({ platform: 'twitch', accountId, what: 'audience', audience: raid })
  expectThat(other?.body.answered === 200, 'another event comes')
}

/** One viewer follows again and again, resubscribes in two messages, gives without a name, and cheers in two events. */
const tellAudience = async (call: Call): Promise<void> => {
  const { order } = call
  if (order === undefined) return call.show('twitch: no stand-in is known here that sends events')
  const authorizationCode = `good-all-${randomBytes(4).toString('hex')}`
  const { id, account } = await call('linkTwitch', { body: { authorizationCode } })
  await eventually(
    () => call('listSources'),
    ({ content }) =>
      content.some(
        (source: { id: string; subscription: string }) => source.id === id && source.subscription === 'active',
      ),
    'the account is subscribed to',
  )
  const send = async (type: string, members: object = {}) => {
    const audience = { type, event: { ...eventOf(type), ...members } }
    const { body } = await order({ platform: 'twitch', accountId: String(account.id), what: 'audience', audience })
    expectThat(body.answered === 200, `the event ${type} is taken`)
  }
  const counted = async (list: string, event: string): Promise<readonly Item[]> =>
    (await call(list, { query: { size: '100', system: 'Twitch', systems: 'Twitch' } })).content.filter(
      (item: Item) => item.event === event,
    )
  const before = {
    follows: (await counted('listHistory', 'follow')).length,
    followAlerts: (await counted('listAlerts', 'follow')).length,
    subscriptions: (await counted('listHistory', 'subscription')).length,
    cheers: (await counted('listHistory', 'cheer')).length,
  }
  for (let count = 0; count < 5; count++) await send('channel.follow')
  await send('channel.subscription.message')
  await send('channel.subscribe')
  await send('channel.subscription.gift', { is_anonymous: true, user_name: 'AnAnonymousGifter' })
  await send('channel.cheer')
  await send('channel.bits.use', { type: 'cheer', bits: 500, power_up: null })
  await send('channel.bits.use')
  const follows = await eventually(
    () => counted('listHistory', 'follow'),
    ({ length }) => length === before.follows + 5,
    'the history has every follow',
  )
  call.show(`${follows.length - before.follows} follows of one viewer`)
  const alerts = (await counted('listAlerts', 'follow')).length - before.followAlerts
  expectThat(alerts === 1, 'one of five follows raises an alert')
  const cheers = await eventually(
    () => counted('listHistory', 'cheer'),
    ({ length }) => length >= before.cheers + 2,
    'the cheer and the power-up have come',
  )
  expectThat(cheers.length === before.cheers + 2, 'a cheer that two events tell of is one')
  const [gift] = await counted('listHistory', 'subscription-gift')
  expectThat(gift?.nickname === null, 'an anonymous giver has no name')
  const [subscription, ...others] = await counted('listHistory', 'subscription')
  expectThat(others.length === before.subscriptions && subscription?.count === 7, 'a resubscription is one item')
  await tellGivenUp(call, id, String(account.id))
  await call('unlinkToken', { body: { id } })
}

/** A bot of MAX is no administrator of a channel any more, and MAX says so. */
const tellRights = async (call: Call): Promise<void> => {
  const chat = { accountId: maxAccount.id, chatId: -randomInt(2 ** 40) }
  await linkByCode(call, chat)
  await call('addAnnouncer', { body: { ...chat, text: 'We are live!', trigger: 'STREAM_STARTED' } })
  const { id } = (await call('listAnnouncers')).at(-1)
  const blockedReason = async (update: ChatUpdate): Promise<unknown> => {
    const { accountId, ...request } = update
    await call('receiveMessengerWebhook', { params: { accountId }, ...request })
    return (await call('getAnnouncer', { params: { id } })).blockedReason
  }
  const reason = await blockedReason(maxRights(chat.chatId, { is_admin: false, permissions: null }))
  expectThat(reason !== undefined, 'the announcer shows at once that nothing can be posted')
  const none = await blockedReason(maxRights(chat.chatId, { permissions: ['write'] }))
  expectThat(none === undefined, 'and that the right is back')
  await call('updateAnnouncers', { body: { deleted: [id] } })
  await call('unlinkChat', { body: { id: `${chat.accountId}#${chat.chatId}` } })
}

/** The destination of an account at Stripe has the payload style "Thin". */
const tellThinEvent = async (call: Call): Promise<void> => {
  const secret = newStripeSecret()
  const { id } = await call('setGateway', { body: { gateway: 'stripe', type: 'fiat', secret } })
  const webhook = stripeWebhook(secret, stripeThinEvent('v1.checkout.session.completed', 'checkout.session'))
  const params = { recipientId: call.recipientId, gatewayId: id }
  await call('receiveWebhook', { params, headers: webhook.headers, body: String(webhook.body) })
  const { lastEvent } = (await call('listGateways')).content.find((gateway: { id: string }) => gateway.id === id)
  expectThat(lastEvent.unused.includes('"Snapshot"'), 'the gateway says what to choose')
}

/** A moderator at StreamElements holds a tip and rejects another. */
const tellModerator = async (call: Call): Promise<void> => {
  const { giveAt } = call
  if (giveAt === undefined) return call.show('StreamElements: no stand-in is known here at which donors give')
  const user = randomBytes(4).toString('hex')
  const { id, system } = await call('linkSource', { body: { service: 'streamElements', credential: `good-${user}` } })
  const tip = { nickname: 'troll', amount: '3.00', currency: 'EUR' }
  await giveAt('streamElements', user, { ...tip, message: `held ${user}`, approved: 'pending' })
  await giveAt('streamElements', user, { ...tip, message: `foul ${user}`, approved: 'rejected' })
  const listed = async () => (await call('listHistory', { query: { systems: system } })).totalSize
  const before = await listed()
  await call.runSchedule('askSources')
  await eventually(listed, (size) => size === before + 1, 'the money of the rejected tip has come')
  const { content } = await call('listHistory', { query: { systems: system } })
  expectThat(content[0].message === null && content[0].nickname === null, 'without its words, and the held one waits')
  await call('unlinkToken', { body: { id } })
}

/** https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types https://docs.streamelements.com */
export const unpleasant: Chapter = {
  title: 'What platforms and donors do that nobody likes',
  needsStandIns: true,
  run: async (call) => {
    await tellAudience(call)
    await tellModerator(call)
    await tellRights(call)
    await tellThinEvent(call)
  },
}
