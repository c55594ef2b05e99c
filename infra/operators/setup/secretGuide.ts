import type { providers } from '../../../shared/contract/providers.ts'
import { newSecret } from '../../../shared/runtime/ids.ts'

type Definition = (typeof providers)[keyof typeof providers]

/** The path of a parameter below the deployment's prefix. */
export type SecretPath = Definition['parameters'][number]
/** A folder in which the deployer names the parameters. */
export type SecretFolder = Extract<Definition, { readonly parameterFolders: unknown }>['parameterFolders'][number]

export interface SecretGuide {
  /** The feature that needs it. */
  readonly purpose: string
  /** Where the value is found. */
  readonly page: string
  readonly where: string
  /** Makes one that nobody else gives out. */
  readonly make?: () => string
  /** Whether everybody may see it. */
  readonly isPublic?: true
}

const youtube = { purpose: 'external playlists', page: 'https://console.cloud.google.com/apis/credentials' }
const kick = { purpose: 'linking Kick accounts and their events', page: 'https://kick.com/settings/developer' }
const twitch = { purpose: 'linking Twitch accounts and their events', page: 'https://dev.twitch.tv/console/apps' }
const donationAlerts = {
  purpose: 'donations of linked DonationAlerts accounts',
  page: 'https://www.donationalerts.com/application/clients',
}
const streamlabs = { purpose: 'donations of linked Streamlabs accounts', page: 'https://streamlabs.com/dashboard' }
const vkLive = { purpose: 'linking VK Video Live accounts', page: 'https://dev.live.vkvideo.ru/' }

export const secretGuides: Readonly<Record<SecretPath, SecretGuide>> = {
  'youtube/api-key': { ...youtube, where: 'an API key of a project with the YouTube Data API v3' },
  'kick/client-id': { ...kick, where: 'your app, Client ID' },
  'kick/client-secret': { ...kick, where: 'your app, Client Secret' },
  'kick/redirect-uri': {
    ...kick,
    where: 'the page of your panel that Kick returns to, as in your app',
    isPublic: true,
  },
  'vk-live/client-id': { ...vkLive, where: 'your app, Client ID' },
  'vk-live/client-secret': { ...vkLive, where: 'your app, Client Secret' },
  'vk-live/redirect-uri': {
    ...vkLive,
    where: 'the page of your panel that VK returns to, as in your app',
    isPublic: true,
  },
  'twitch/client-id': { ...twitch, where: 'your app, Client ID' },
  'twitch/client-secret': { ...twitch, where: 'your app, New Secret' },
  'twitch/redirect-uri': {
    ...twitch,
    where: 'the page of your panel that Twitch returns to, as in your app',
    isPublic: true,
  },
  'twitch/events-secret': {
    ...twitch,
    where: 'not there, and yours to choose: Enter makes one',
    make: newSecret,
  },
  'donationalerts/client-id': { ...donationAlerts, where: 'your application, App ID' },
  'donationalerts/client-secret': { ...donationAlerts, where: 'your application, API Key' },
  'donationalerts/redirect-uri': {
    ...donationAlerts,
    where: 'the page of your panel that DonationAlerts returns to, as in your application',
    isPublic: true,
  },
  'streamlabs/client-id': { ...streamlabs, where: 'Settings, API Settings, your application, Client ID' },
  'streamlabs/client-secret': { ...streamlabs, where: 'your application, Client Secret' },
  'streamlabs/redirect-uri': {
    ...streamlabs,
    where: 'the page of your panel that Streamlabs returns to, as in your application',
    isPublic: true,
  },
  'platforms/manual-secret': {
    purpose: 'events of your own bots',
    page: 'https://www.standardwebhooks.com/',
    where: 'yours to choose: Enter makes one',
    make: () => `whsec_${Buffer.from(newSecret(), 'base64url').toString('base64')}`,
  },
}

export const folderGuides: Readonly<Record<SecretFolder, SecretGuide>> = {
  'telegram/bots': {
    purpose: 'announcements on Telegram',
    page: 'https://t.me/BotFather',
    where: '/newbot, the token in the answer',
  },
  'max/bots': {
    purpose: 'announcements on MAX',
    page: 'https://business.max.ru/',
    where: 'Chatbots, Integration, the token',
  },
}
