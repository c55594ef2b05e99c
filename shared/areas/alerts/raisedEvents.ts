import * as z from 'zod/mini'

/** `false` raises no alert; a number is the least count that raises one. Without a member, every event does. */
const Threshold = z.optional(z.union([z.literal(false), z.int().check(z.minimum(1))]))

/**
 * Which events of platforms raise alerts, and from which count on: Bits of a `cheer`, viewers of a `raid`, gifted
 * subscriptions of a `subscription-gift`, KICKs of a `kick-gift`, months of a `subscription`. All are in the history.
 */
export const RaisedEvents = z
  .object({
    follow: Threshold,
    subscription: Threshold,
    'subscription-gift': Threshold,
    cheer: Threshold,
    raid: Threshold,
    'kick-gift': Threshold,
  })
  .register(z.globalRegistry, { id: 'RaisedEvents' })
export type RaisedEvents = z.output<typeof RaisedEvents>

export type KnownAudienceEvent = keyof RaisedEvents

/** The events of a configuration value, which a version before this one may have stored unchecked. */
export const raisedEventsFromConfig = (value: unknown): RaisedEvents =>
  typeof value === 'object' && value !== null && 'events' in value
    ? (RaisedEvents.safeParse(value.events).data ?? {})
    : {}

/** Whether an event raises an alert. */
export const raisesAlert = (event: string, count: number | undefined, raised: RaisedEvents): boolean => {
  const least = raised[event as KnownAudienceEvent] ?? 0
  return least !== false && (count ?? 1) >= least
}
