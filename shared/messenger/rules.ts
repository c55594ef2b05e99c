import type * as z from 'zod/mini'
import type { addAnnouncer, updateAnnouncers } from './contract.ts'

export type NewAnnouncer = z.output<(typeof addAnnouncer)['body']>
export type AnnouncerChanges = z.output<(typeof updateAnnouncers)['body']>
export type AnnouncerChange = AnnouncerChanges['updated'][number]

/** The stream event that fires an announcer unless it says otherwise. */
export const defaultTrigger = 'STREAM_STARTED'

/** Other names of the triggers that the service itself fires. */
const aliases: Readonly<Record<string, string>> = {
  'stream.online': 'STREAM_STARTED',
  'stream.offline': 'STREAM_ENDED',
}

/** The trigger in its one spelling, so that an alias finds the same announcers. */
export const canonicalTrigger = (trigger: string): string => aliases[trigger] ?? trigger
