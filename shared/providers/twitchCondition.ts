import * as z from 'zod/mini'

/** What a subscription of EventSub is about: events of a channel, or raids to it. */
export const TwitchCondition = z.object({
  broadcaster_user_id: z.optional(z.string()),
  to_broadcaster_user_id: z.optional(z.string()),
})

/** The account of a condition; undefined where it names none. */
export const accountIn = (condition: z.output<typeof TwitchCondition>): string | undefined =>
  condition.broadcaster_user_id || condition.to_broadcaster_user_id || undefined
