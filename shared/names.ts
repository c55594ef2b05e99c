/**
 * The names of third-party products that occur in paths. A deployment that speaks to other products changes them here: routes follow at
 * once, the OpenAPI document and the README's table when they are generated again. Requests that tests write out name today's paths.
 */
export const names = {
  /** The messenger's segment: `/messenger/announcers`. */
  messenger: 'messenger',
  /** The platform that is linked by authorization code and PKCE: `/recipients/commands/link-kick`. */
  platformA: 'kick',
  /** The platform that is linked by authorization code alone: `/recipients/tokens/getvklivetoken`. */
  platformB: 'vk',
} as const
