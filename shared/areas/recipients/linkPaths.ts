import { names } from '../../runtime/names.ts'
import type { Platform } from './streamingPlatform.ts'

/** The path of the operation that redeems a platform's authorization code. */
export const linkPaths = {
  kick: `/recipients/commands/link-${names.kick}`,
  twitch: `/recipients/commands/link-${names.twitch}`,
  vkLive: `/recipients/tokens/get${names.vk}livetoken`,
} as const satisfies Record<Platform, string>

/** The path of the operation that links an account of VK Video Live as those of other platforms are linked. */
export const vkLiveLinkPath = `/recipients/commands/link-${names.vk}live`

/** That of the operation that redeems the code of a donation service. */
export const sourceLinkPath = '/sources/commands/link-source'
