/**
 * The names of third-party products that occur in paths. A deployment that speaks to other products changes them here, and routes,
 * OpenAPI document and tests follow.
 */
export const names = {
  /** The messenger's segment: `/messenger/announcers`. */
  messenger: 'messenger',
  /** The platform that is linked by authorization code and PKCE: `/recipients/commands/link-kick`. */
  platformA: 'kick',
  /** The platform that is linked by authorization code alone: `/recipients/tokens/getvklivetoken`. */
  platformB: 'vk',
} as const
