import { cached } from '../cached.ts'
import type { AnnouncerRepository } from './announcerRepository.ts'

/** Milliseconds after which a first announcer, or the loss of the last one, is noticed at the latest. */
const lifetime = 5 * 60 * 1000

/** Whether a recipient has enabled announcers, looked up once in five minutes for each execution environment. */
export const rememberedAnnouncers = ({ hasEnabled }: Pick<AnnouncerRepository, 'hasEnabled'>) =>
  cached(lifetime, hasEnabled)
