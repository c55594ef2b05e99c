import { names } from '../names.ts'
import type { Platform } from './streamingPlatform.ts'

/** The path of the operation that redeems a platform's authorization code. */
export const linkPaths = {
  kick: `/recipients/commands/link-${names.platformA}`,
  twitch: `/recipients/commands/link-${names.platformC}`,
  vkLive: `/recipients/tokens/get${names.platformB}livetoken`,
} as const satisfies Record<Platform, string>
