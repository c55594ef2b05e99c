import type { KnownAudienceEvent } from '../alerts/raisedEvents.ts'
import { donorText } from '../events/donorText.ts'

/** A follow, a subscription, gifts, a cheer or a raid, as the history has it. */
export interface AudienceEvent {
  readonly event: KnownAudienceEvent
  /** UTC. */
  readonly timestamp: string
  /** Absent where its giver is anonymous. */
  readonly nickname?: string
  readonly message?: string
  /** Months of a subscription, gifted subscriptions, Bits, viewers of a raid, or KICKs. */
  readonly count?: number
  /** The tier of a subscription. */
  readonly levelName?: string
}

/** The stored form of a giver's name and words; an anonymous giver has no name. */
export const audienceTexts = (
  name: string | null | undefined,
  words?: string | null,
): Pick<AudienceEvent, 'nickname' | 'message'> => {
  const [nickname, message] = [donorText(name, 64), donorText(words, 1000)]
  return { ...(nickname !== undefined && { nickname }), ...(message !== undefined && { message }) }
}
