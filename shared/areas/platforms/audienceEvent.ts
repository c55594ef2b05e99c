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
  /** The platform's id of whoever did it; absent where nobody is named. It is not kept in the history. */
  readonly person?: string
  /** Months in a row of a subscription, where the platform says them. */
  readonly streak?: number
  /** Which of the messages of one act this is, where a platform sends two; they are one item of the history. */
  readonly part?: 'start' | 'message' | 'cheer' | 'use'
}

/** Who did something. The platform says by a member of its own whether the act is anonymous. */
interface Actor {
  readonly id?: string | number | null | undefined
  readonly name?: string | null | undefined
  readonly isAnonymous?: boolean | null | undefined
}

/** The stored form of somebody and their words. Whoever is anonymous has no name, whatever name was sent. */
export const audienceTexts = (
  { id, name, isAnonymous }: Actor,
  words?: string | null,
): Pick<AudienceEvent, 'nickname' | 'message' | 'person'> => {
  const [nickname, message] = [isAnonymous === true ? undefined : donorText(name, 64), donorText(words, 1000)]
  return {
    ...(nickname !== undefined && { nickname }),
    ...(message !== undefined && { message }),
    ...(id != null && isAnonymous !== true && { person: String(id) }),
  }
}
