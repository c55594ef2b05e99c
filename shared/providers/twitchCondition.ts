import * as z from 'zod/mini'
import { text } from '../contract/values.ts'

/** The subject of a subscription of EventSub: a channel, or raids to it. Its id becomes part of a key. */
export const TwitchCondition = z.object({
  broadcaster_user_id: z.optional(text(0, 64)),
  to_broadcaster_user_id: z.optional(text(0, 64)),
})

/** The account of a condition; undefined where it names none. */
export const accountIn = (condition: z.output<typeof TwitchCondition>): string | undefined =>
  condition.broadcaster_user_id || condition.to_broadcaster_user_id || undefined
