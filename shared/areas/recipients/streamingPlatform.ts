import type { ProviderName } from '../../contract/providers.ts'

/** The platforms of linked accounts, by the name of their provider, with the `system` of their records. */
export const platformSystems = { kick: 'Kick', vkLive: 'VKLive', twitch: 'Twitch' } as const satisfies Partial<
  Record<ProviderName, string>
>

export type Platform = keyof typeof platformSystems

/** The donation services that are asked for new donations, in the same way. Imports have the same `system`. */
export const donationSystems = {
  donationAlerts: 'DonationAlerts',
  streamElements: 'StreamElements',
  streamlabs: 'Streamlabs',
} as const satisfies Partial<Record<ProviderName, string>>

export type DonationSystem = keyof typeof donationSystems

/** Everything whose accounts recipients link. */
export const linkedSystems = { ...platformSystems, ...donationSystems } as const

export type LinkedSystem = keyof typeof linkedSystems

/** The systems at which a user signs in to link an account; a StreamElements account has a token for that. */
export type SignInSystem = Exclude<LinkedSystem, 'streamElements'>

export const platformOf = (system: string): string | undefined =>
  Object.entries(linkedSystems).find(([, name]) => name === system)?.[0]

/** Tokens of a platform's token endpoint. */
export interface PlatformTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Epoch milliseconds at which the access token expires. */
  readonly expiresAt: number
  /** The scopes that the platform names as granted; empty where it names none. */
  readonly scopes: readonly string[]
}

export interface PlatformAccount {
  readonly id: string
  readonly name: string
  /** The address of the user's channel, for platforms that have to be asked whether it is online. */
  readonly channelUrl?: string
}

/** The port of a platform or donation service whose accounts recipients link, by OAuth but for `StreamElements`. */
export interface StreamingPlatform {
  /**
   * Redeems an authorization code. Never repeated: a code works once.
   *
   * @throws Problem `authorization_code_rejected`, or that of a provider
   */
  redeemCode(code: string, codeVerifier?: string): Promise<PlatformTokens>
  /**
   * Exchanges a refresh token for new tokens. Never repeated: the platforms rotate refresh tokens.
   *
   * @throws Problem `relink_required` when the platform refuses the token for good, or that of a provider
   */
  refresh(refreshToken: string): Promise<PlatformTokens>
  /** Reads the user that an access token belongs to. */
  account(accessToken: string): Promise<PlatformAccount>
  /** Revokes tokens that will not be used, the access token where there is one. */
  revoke(tokens: { readonly refreshToken: string; readonly accessToken?: string | undefined }): Promise<void>
}
