import type * as z from 'zod/mini'
import type { addAnnouncer, updateAnnouncers } from './contract.ts'

export type NewAnnouncer = z.output<(typeof addAnnouncer)['body']>
export type AnnouncerChanges = z.output<(typeof updateAnnouncers)['body']>
export type AnnouncerChange = AnnouncerChanges['updated'][number]

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
