import type { Chapter } from '../../local/demo/story.ts'
import type { walk } from '../../local/demo/walk.ts'

/** The stack's outputs, by their names. */
export type Outputs = Readonly<Record<string, string>>

interface Addresses {
  readonly api: string
  readonly live: string
  /** Access tokens of two users. */
  readonly token: string
  readonly anotherToken: string
}

export interface DeployedService extends Addresses {
  /** The user of `token`. */
  readonly recipientId: string
}

/** A service at these addresses, as its first user sees it. */
export const serviceFor = (addresses: Addresses): DeployedService => {
  const [, claims = ''] = addresses.token.split('.')
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly sub: string }
  return { ...addresses, recipientId: sub }
}

/** The demo of a version. */
export interface Demo {
  readonly chapters: readonly Chapter[]
  readonly walk: typeof walk
}

/** Plays the demo; answers how many chapters there are and how many operations were called. */
export const walkThrough = async (service: DeployedService, demo: Demo): Promise<string> => {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
  }
  try {
    const { called } = await demo.walk(demo.chapters, { ...service, write })
    return `${demo.chapters.length} chapters, ${called.size} operations`
  } catch (error) {
    throw new Error(`The walk failed after:\n${lines.slice(-6).join('\n')}`, { cause: error })
  }
}
