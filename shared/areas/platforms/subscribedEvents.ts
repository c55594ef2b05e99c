/**
 * The events that the service subscribes to for each linked account, and the scope that the account's owner has to
 * grant for each; empty where none is needed. Another platform is asked whether its channels are online.
 *
 * @see https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types
 * @see https://docs.kick.com/events/event-types
 */
export const scopeOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kick: {
    'livestream.status.updated': '',
    'channel.followed': 'events:subscribe',
    'channel.subscription.new': 'events:subscribe',
    'channel.subscription.renewal': 'events:subscribe',
    'channel.subscription.gifts': 'events:subscribe',
    'kicks.gifted': 'kicks:read',
  },
  twitch: {
    'stream.online': '',
    'stream.offline': '',
    'channel.raid': '',
    'channel.follow': 'moderator:read:followers',
    'channel.subscribe': 'channel:read:subscriptions',
    'channel.subscription.gift': 'channel:read:subscriptions',
    'channel.subscription.message': 'channel:read:subscriptions',
    'channel.cheer': 'bits:read',
    'channel.bits.use': 'bits:read',
  },
}

/** Whether a platform sends events that are subscribed to. The table above is in no bundle that asks this alone. */
export const sendsEvents = (platform: string): boolean => platform === 'kick' || platform === 'twitch'

/** Every event of a platform that the service knows. */
export const knownEvents = (platform: string): readonly string[] => Object.keys(scopeOf[platform] ?? {})

/** The events that the granted scopes allow. */
export const allowedEvents = (platform: string, granted: readonly string[]): readonly string[] =>
  Object.entries(scopeOf[platform] ?? {})
    .filter(([, scope]) => scope === '' || granted.includes(scope))
    .map(([event]) => event)

/** The scopes that all events of a platform need together. */
export const eventScopes = (platform: string): readonly string[] => [
  ...new Set(Object.values(scopeOf[platform] ?? {}).filter((scope) => scope !== '')),
]

/** The scopes that a link lacks for some events. */
export const missingScopes = (platform: string, granted: readonly string[]): string[] =>
  eventScopes(platform).filter((scope) => !granted.includes(scope))
