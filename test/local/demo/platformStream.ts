import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { streamEndedTrigger, streamStartedTrigger } from '../../../shared/areas/platforms/triggers.ts'
import type { StreamOrder } from '../sandbox/streamOrders.ts'
import type { StreamReport } from '../sandbox/streamSender.ts'
import { audienceEvents, otherAudienceEvents, senderNames } from './audienceEvents.ts'
import { type ApiAddress, clientOf, jsonFrom } from './recipientClient.ts'

/** The stand-ins that have streams. That of VK Video Live is asked for them. */
export const platformNames = [...senderNames, 'vkLive'] as const
export type PlatformName = (typeof platformNames)[number]

/** Milliseconds that the way to the platform and back may take. */
const patience = 5_000

/** What happens to a recipient's account, with members of the event in place of the usual ones. */
interface Happening {
  readonly recipient: string
  readonly platform: PlatformName
  readonly trigger: string
  readonly event?: object | undefined
  /** The event that Twitch gives up before. */
  readonly givenUp?: string | undefined
}

interface Source {
  readonly system: string
  readonly account: { readonly id: string; readonly name: string }
  readonly subscription: string
  readonly lastError: object | null
}

type Client = Awaited<ReturnType<typeof clientOf>>

/** Orders what happens at a platform's stand-in; resolves to what it answers. */
export const order = async (sandboxLog: string, given: StreamOrder) =>
  jsonFrom(await fetch(new URL('/streams', sandboxLog), { method: 'POST', body: JSON.stringify(given) }))

const sourceOf = async (call: Client, platform: PlatformName): Promise<Source | undefined> => {
  const { content } = await call('GET', '/platforms/sources?size=100')
  return content.find(({ system }: Source) => system.toLowerCase() === platform.toLowerCase())
}

/** Links an account that only the stand-in knows. */
const link = async (call: Client, platform: PlatformName, recipient: string): Promise<void> => {
  const authorizationCode = `good-all-${recipient}-${randomBytes(4).toString('hex')}`
  const proof = platform === 'kick' ? { codeVerifier: randomBytes(32).toString('base64url') } : {}
  await call('POST', `/recipients/commands/link-${platform.toLowerCase()}`, { authorizationCode, ...proof })
}

const whenSubscribed = async (call: Client, platform: PlatformName): Promise<Source> => {
  for (const end = Date.now() + patience; ; await sleep(100)) {
    const source = await sourceOf(call, platform)
    if (source !== undefined && (source.subscription !== 'pending' || Date.now() > end)) return source
  }
}

/** @param members of the event, in place of the usual ones */
const happening = (
  platform: PlatformName,
  trigger: string,
  members: object = {},
): Pick<StreamOrder, 'what' | 'audience' | 'members'> => {
  const events = platform === 'vkLive' ? [] : [...audienceEvents[platform], ...otherAudienceEvents[platform]]
  if (trigger === streamStartedTrigger) return { what: 'start', members }
  if (trigger === streamEndedTrigger) return { what: 'end', members }
  const audience = events.find(({ type }) => type === trigger)
  if (audience !== undefined)
    return { what: 'audience', audience: { ...audience, event: { ...audience.event, ...members } } }
  const known = [streamStartedTrigger, streamEndedTrigger, ...events.map(({ type }) => type)]
  throw new Error(`The stand-in of ${platform} reports ${known.join(', ')}`)
}

/** Twitch ends its subscriptions to an account's event, and refuses others from then on. */
const giveUp = async (
  sandboxLog: string,
  given: Pick<StreamOrder, 'platform' | 'accountId' | 'givenUp'>,
): Promise<string> => {
  const { status, body } = await order(sandboxLog, { ...given, what: 'giveUp', webhookUrl: '' })
  if (status !== 200) throw new Error(`The stand-in gives nothing up: ${body.message}`)
  return `${given.platform} has given ${given.givenUp} up: its notification was answered ${body.answered}, and whoever subscribes again is answered 410`
}

/** Lets something happen to the recipient's account at a platform's stand-in, which has to be subscribed to. */
export async function* streamAtPlatform(
  { api, issuer, sandboxLog }: ApiAddress & { readonly sandboxLog: string },
  { recipient, platform, trigger, event, givenUp, ...report }: Happening & StreamReport,
): AsyncGenerator<string> {
  const happens = happening(platform, trigger, event)
  const call = await clientOf({ api, issuer }, recipient)
  if ((await sourceOf(call, platform)) === undefined) {
    await link(call, platform, recipient)
    yield `${recipient} has linked no account of ${platform}, so one is linked`
  }
  const { account, subscription } = await whenSubscribed(call, platform)
  yield `the account ${account.name} (${account.id}): the subscription is ${subscription}`
  if (givenUp !== undefined) {
    yield giveUp(sandboxLog, { platform, accountId: account.id, givenUp })
    const { lastError } = await whenSubscribed(call, platform)
    yield `  lastError  ${JSON.stringify(lastError)}`
  }
  const { status, body } = await order(sandboxLog, {
    platform,
    accountId: platform === 'vkLive' ? account.name : account.id,
    ...happens,
    ...report,
    webhookUrl: `${api}/platforms/webhooks/${platform}`,
  })
  if (status !== 200) throw new Error(`The stand-in sends no event: ${body.message}`)
  yield platform === 'vkLive'
    ? `${platform} tells it when it is asked, within a minute`
    : `${platform} sent the event to ${body.callback}, answered ${body.answered}`
}
