/** The triggers that the service itself fires. */
export const streamStartedTrigger = 'STREAM_STARTED'
export const streamEndedTrigger = 'STREAM_ENDED'

/** A donor's payment appears; announcers of no stream wait for it. */
export const paymentCompletedTrigger = 'PAYMENT_COMPLETED'

export const defaultTrigger = streamStartedTrigger

export const aliases: Readonly<Record<string, string>> = {
  'stream.online': streamStartedTrigger,
  'stream.offline': streamEndedTrigger,
}

/** The canonical spelling of a trigger, so that an alias finds the same announcers. */
export const canonicalTrigger = (trigger: string): string => aliases[trigger] ?? trigger
