/** What a platform's token endpoint gives. */
export interface PlatformTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Epoch milliseconds at which the access token ends. */
  readonly expiresAt: number
}

/** A user of a platform. */
export interface PlatformAccount {
  readonly id: string
  readonly name: string
  /** By what the platform finds its channel, where that has to be watched. */
  readonly channelUrl?: string
}

/** A streaming platform that recipients link their account of by OAuth: the port that its adapters fill. */
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
  /** The user whom an access token is of. */
  account(accessToken: string): Promise<PlatformAccount>
  /** Ends tokens that nobody is going to use. */
  revoke(tokens: PlatformTokens): Promise<void>
}
