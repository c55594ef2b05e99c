/**
 * The names of third-party products that occur in paths. A deployment that uses other products changes them here:
 * routes follow at once, and the OpenAPI document and the table of shared/README.md when they are generated again.
 * Tests that spell out requests have to be changed by hand.
 */
export const pathNames = {
  /** The messenger's segment: `/messenger/announcers`. */
  messenger: 'messenger',
  /** The platform that is linked by authorization code and PKCE: `/recipients/commands/link-kick`. */
  kick: 'kick',
  /** The platform that is linked by authorization code alone: `/recipients/tokens/getvklivetoken`. */
  vk: 'vk',
  /** The platform whose events are subscribed to with a secret: `/recipients/commands/link-twitch`. */
  twitch: 'twitch',
} as const
