import { pathNames } from '../../runtime/pathNames.ts'
import type { Platform } from './streamingPlatform.ts'

/** The path of the operation that redeems a platform's authorization code. */
export const linkPaths = {
  kick: `/recipients/commands/link-${pathNames.kick}`,
  twitch: `/recipients/commands/link-${pathNames.twitch}`,
  vkLive: `/recipients/tokens/get${pathNames.vk}livetoken`,
} as const satisfies Record<Platform, string>

/** The path of the operation that links an account of VK Video Live as those of other platforms are linked. */
export const vkLiveLinkPath = `/recipients/commands/link-${pathNames.vk}live`

/** That of the operation that redeems the code of a donation service. */
export const sourceLinkPath = '/sources/commands/link-source'
