import type { ProviderName } from '../contract/resources.ts'

/** The platforms that accounts are linked of, by the name of their provider, with the `system` that records of theirs carry. */
export const platformSystems = { kick: 'Kick', vkLive: 'VKLive' } as const satisfies Partial<
  Record<ProviderName, string>
>

export type Platform = keyof typeof platformSystems
