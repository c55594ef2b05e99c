import { parameterNames } from './parameterNames.ts'

export interface ProviderDefinition {
  readonly urls: Readonly<Record<string, string>>
  readonly parameters: readonly string[]
  readonly parameterFolders?: readonly string[]
  /** Parameters without which the provider may work. */
  readonly optionalParameters?: readonly string[]
  /** Folders whose names alone are read; secrets in them stay encrypted. */
  readonly listedFolders?: readonly string[]
}

/**
 * External providers: their base URLs (environment variables, so that a stand-in can take their place) and the SSM
 * parameters (SecureStrings below the deployment's prefix, put there by the deployer) that hold their credentials. In a
 * parameter folder the deployer chooses the names: `telegram/bots/<account id>`.
 */
export const providers = {
  youtube: { urls: { api: 'https://www.googleapis.com/youtube/v3' }, parameters: parameterNames.youtube },
  kick: {
    urls: { identity: 'https://id.kick.com', api: 'https://api.kick.com' },
    parameters: parameterNames.kick,
  },
  vkLive: {
    urls: { identity: 'https://api.live.vkvideo.ru', api: 'https://apidev.live.vkvideo.ru' },
    parameters: parameterNames.vkLive,
  },
  twitch: {
    urls: { identity: 'https://id.twitch.tv', api: 'https://api.twitch.tv' },
    parameters: parameterNames.twitch,
  },
  donationAlerts: {
    urls: { api: 'https://www.donationalerts.com' },
    parameters: parameterNames.donationAlerts,
  },
  /** Each recipient gives a token of its own channel. */
  streamElements: { urls: { api: 'https://api.streamelements.com' }, parameters: [] },
  streamlabs: {
    urls: { api: 'https://streamlabs.com' },
    parameters: parameterNames.streamlabs,
  },
  /** The place where accounts are linked, and the deployment's client there, without its secret. */
  signIns: {
    urls: {
      donationAlerts: 'https://www.donationalerts.com',
      kick: 'https://id.kick.com',
      streamlabs: 'https://streamlabs.com',
      twitch: 'https://id.twitch.tv',
      vkLive: 'https://auth.live.vkvideo.ru',
    },
    parameters: parameterNames.signIns,
  },
  /** The secrets or keys that verify each platform's events. Kick's public key is fetched without its OAuth client. */
  kickEvents: { urls: { api: 'https://api.kick.com' }, parameters: [] },
  /** Kick revokes tokens without the credentials of its OAuth client. */
  kickRevocation: { urls: { identity: 'https://id.kick.com' }, parameters: [] },
  /** The secret that the service gives Twitch with every subscription, which is apart from its OAuth client. */
  twitchEvents: { urls: {}, parameters: parameterNames.twitchEvents },
  manualEvents: { urls: {}, parameters: parameterNames.manualEvents },
  telegram: { urls: { api: 'https://api.telegram.org' }, parameters: [], parameterFolders: ['telegram/bots'] },
  /**
   * Since 19 July 2026 the certificate of MAX comes from an authority that Node does not know (read on 27 November
   * 2026: https://dev.max.ru/docs-api/changelog-api). The operator decides whether to trust it, for this host alone.
   */
  max: {
    urls: { api: 'https://platform-api2.max.ru' },
    parameters: [],
    parameterFolders: ['max/bots'],
    optionalParameters: ['max/certificates'],
  },
  /** Each recipient has webhooks of its own, which are stored with its chats. */
  discord: { urls: { api: 'https://discord.com/api/v10' }, parameters: [] },
  /** The names of the messengers' accounts, without their tokens. */
  botNames: { urls: {}, parameters: [], listedFolders: ['telegram/bots', 'max/bots'] },
  /** Each recipient has credentials of its own, which are stored with its gateway. */
  yookassa: { urls: { api: 'https://api.yookassa.ru/v3' }, parameters: [] },
  /** As with YooKassa; the credential says whether it is one of the sandbox. */
  paypal: {
    urls: {
      api: 'https://api-m.paypal.com',
      certificates: 'https://api.paypal.com',
      sandbox: 'https://api-m.sandbox.paypal.com',
      sandboxCertificates: 'https://api.sandbox.paypal.com',
    },
    parameters: [],
  },
  /** Webhooks go to public addresses of strangers, and to any address of the trusted host, such as a stand-in's. */
  endpoints: { urls: { trusted: 'https://endpoints.invalid' }, parameters: [] },
  stripe: { urls: { api: 'https://api.stripe.com/v1' }, parameters: [] },
} as const satisfies Record<string, ProviderDefinition>

export type ProviderName = keyof typeof providers
