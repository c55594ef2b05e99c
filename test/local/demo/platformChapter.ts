import { randomBytes, randomInt } from 'node:crypto'
import { audienceEvents, type SenderName, senderNames } from './audienceEvents.ts'
import { linkByCode } from './chatChapter.ts'
import { eventually, expectThat } from './expectations.ts'
import type { Call, Chapter } from './story.ts'

const chat = { accountId: 'main', chatId: -1_000_000_000_000 - randomInt(2 ** 40) }

const linkOperations = { kick: 'linkKick', twitch: 'linkTwitch' } as const

interface Source {
  readonly id: string
  readonly system: string
  readonly subscription: string
  readonly missingScopes: readonly string[]
  readonly lastEvent: { readonly type: string } | null
}

const linkAccount = (call: Call, platform: SenderName) => {
  const authorizationCode = `good-all-${randomBytes(4).toString('hex')}`
  const codeVerifier = randomBytes(32).toString('base64url')
  const body = platform === 'kick' ? { authorizationCode, codeVerifier } : { authorizationCode }
  return call(linkOperations[platform], { body })
}

/** A linked account is subscribed to, its stream is announced, a dropped subscription comes back, and nothing comes after it is unlinked. */
const tellPlatform = async (call: Call, platform: SenderName, announcerId: string): Promise<void> => {
  const { id, account } = await linkAccount(call, platform)
  const { order } = call
  if (order === undefined) {
    call.show(`${platform}: no stand-in is known here that sends events`)
    return call('unlinkToken', { body: { id } })
  }
  const sourceIs = (isWanted: (source: Source) => boolean, what: string) =>
    eventually(
      () => call('listSources'),
      ({ content }) => content.some((source: Source) => source.id === id && isWanted(source)),
      what,
    )
  await sourceIs(
    ({ subscription, missingScopes }) => subscription === 'active' && missingScopes.length === 0,
    'the account is subscribed to, with every scope',
  )
  const at = { platform, accountId: String(account.id) }
  const before = (await call('getAnnouncer', { params: { id: announcerId } })).lastAnnouncement?.at
  expectThat((await order({ ...at, what: 'start' })).body.answered === 200, 'the event of the stream is taken')
  await sourceIs(({ lastEvent }) => lastEvent?.type === 'STREAM_STARTED', 'the stream is the last event')
  await eventually(
    () => call('getAnnouncer', { params: { id: announcerId } }),
    ({ lastAnnouncement }) => lastAnnouncement?.outcome === 'posted' && lastAnnouncement.at !== before,
    'the stream is announced',
  )
  const system = platform === 'kick' ? 'Kick' : 'Twitch'
  const began = (await call('listAlerts', { query: { system } })).totalSize
  for (const each of audienceEvents[platform]) {
    const { body } = await order({ ...at, what: 'audience', audience: each })
    expectThat(body.answered === 200, `the event ${each.type} is taken`)
  }
  const added = audienceEvents[platform].length
  const { content } = await eventually(
    () => call('listAlerts', { query: { system } }),
    ({ totalSize }) => totalSize === began + added,
    'each event of the audience is one alert',
  )
  const alerts: readonly { event: string; nickname: string; count: number | null }[] = content.slice(0, added)
  for (const { event, nickname, count } of alerts.toReversed())
    call.show(`${platform}: ${event} of ${nickname}${count === null ? '' : `, ${count}`}`)
  const gifts = alerts.filter(({ event, count }) => event === 'subscription-gift' && count === 200)
  expectThat(gifts.length === 1, '200 gifts at once are one alert')
  const { body: dropped } = await order({ ...at, what: 'drop' })
  await call.runSchedule('keepSubscriptions')
  const { body: kept } = await order({ ...at, what: 'show' })
  call.show(
    `${platform}: ${dropped.subscriptions.length} subscriptions left, ${kept.subscriptions.length} after the night`,
  )
  expectThat(kept.subscriptions.length > dropped.subscriptions.length, 'what the platform has dropped is back')
  await call('unlinkToken', { body: { id } })
  await eventually(
    () => order({ ...at, what: 'show' }),
    ({ body }) => body.subscriptions.length === 0,
    'the subscription is gone',
  )
  const refused = await order({ ...at, what: 'end' })
  call.show(`${platform}: ${refused.body.message}`)
  expectThat(refused.status === 409, 'the platform sends no event of an account that nobody has subscribed to')
}

export const platformStreams: Chapter = {
  title: 'Streams, follows, subscriptions, gifts, cheers and raids of linked Kick and Twitch accounts',
  needsStandIns: true,
  run: async (call) => {
    await call('addAnnouncer', {
      body: { ...chat, text: 'We are live!', buttons: [], announcerType: 'ANNOUNCE_STREAM' },
    })
    const [announcer] = await call('listAnnouncers')
    await linkByCode(call, chat)
    for (const platform of senderNames) await tellPlatform(call, platform, announcer.id)
  },
}
