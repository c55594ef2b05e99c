/** What everybody may see of the deployment's OAuth client at a provider. */
const signInOf = <const Folder extends string>(folder: Folder) =>
  [`${folder}/client-id`, `${folder}/redirect-uri`] as const

/** The deployment's OAuth client at a provider. */
const clientOf = <const Folder extends string>(folder: Folder) =>
  [`${folder}/client-id`, `${folder}/client-secret`, `${folder}/redirect-uri`] as const

/**
 * The SSM parameters of each provider below the deployment's prefix. They stand apart from the providers' addresses,
 * which functions have in their environment and not in their bundles.
 */
export const parameterNames = {
  youtube: ['youtube/api-key'],
  kick: clientOf('kick'),
  vkLive: clientOf('vk-live'),
  twitch: clientOf('twitch'),
  donationAlerts: clientOf('donationalerts'),
  streamlabs: clientOf('streamlabs'),
  signIns: [
    ...signInOf('donationalerts'),
    ...signInOf('kick'),
    ...signInOf('streamlabs'),
    ...signInOf('twitch'),
    ...signInOf('vk-live'),
  ],
  twitchEvents: ['twitch/events-secret'],
  manualEvents: ['platforms/manual-secret'],
} as const
