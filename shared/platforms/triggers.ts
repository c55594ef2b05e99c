/** The triggers that the service itself fires. */
export const streamStartedTrigger = 'STREAM_STARTED'
export const streamEndedTrigger = 'STREAM_ENDED'

/** The stream event that fires an announcer unless it says otherwise. */
export const defaultTrigger = streamStartedTrigger

/** Other names of those triggers. */
const aliases: Readonly<Record<string, string>> = {
  'stream.online': streamStartedTrigger,
  'stream.offline': streamEndedTrigger,
}

/** The trigger in its one spelling, so that an alias finds the same announcers. */
export const canonicalTrigger = (trigger: string): string => aliases[trigger] ?? trigger
