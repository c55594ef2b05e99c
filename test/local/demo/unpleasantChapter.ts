import { randomBytes } from 'node:crypto'
import { audienceEvents, otherAudienceEvents } from './audienceEvents.ts'
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
  await call('unlinkToken', { body: { id } })
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
  },
}
