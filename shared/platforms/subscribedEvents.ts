/** The events that the service subscribes to for each linked account, by platform. Another platform is asked whether its channels are online. */
export const subscribedEvents: Readonly<Record<string, readonly string[]>> = {
  kick: ['livestream.status.updated'],
  twitch: ['stream.online', 'stream.offline'],
}
