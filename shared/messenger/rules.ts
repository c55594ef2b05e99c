import type * as z from 'zod/mini'
import type { addAnnouncer, updateAnnouncers } from './contract.ts'

export type NewAnnouncer = z.output<(typeof addAnnouncer)['body']>
export type AnnouncerChanges = z.output<(typeof updateAnnouncers)['body']>
export type AnnouncerChange = AnnouncerChanges['updated'][number]
