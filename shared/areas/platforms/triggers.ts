/** The triggers that the service itself fires. */
export const streamStartedTrigger = 'STREAM_STARTED'
export const streamEndedTrigger = 'STREAM_ENDED'

/** A donor's payment appears; announcers of no stream wait for it. */
export const paymentCompletedTrigger = 'PAYMENT_COMPLETED'

export const defaultTrigger = streamStartedTrigger

export const aliases: Readonly<Record<string, string>> = {
  'stream.online': streamStartedTrigger,
  'stream.offline': streamEndedTrigger,
  // The only trigger that front ends of OpenDonationAssistant ever sent; 1.0.0 stored it as it came.
  streamStart: streamStartedTrigger,
}

/** The canonical spelling of a trigger, so that an alias finds the same announcers. */
export const canonicalTrigger = (trigger: string): string => aliases[trigger] ?? trigger

/** Every spelling in which a trigger may be stored, the canonical one first. */
export const spellingsOf = (trigger: string): readonly string[] => {
  const canonical = canonicalTrigger(trigger)
  return [canonical, ...Object.keys(aliases).filter((alias) => aliases[alias] === canonical)]
}
