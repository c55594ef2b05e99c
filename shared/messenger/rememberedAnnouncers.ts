import type { AnnouncerRepository } from './announcerRepository.ts'

/** Milliseconds after which a first announcer, or the loss of the last one, is noticed at the latest. */
const lifetime = 5 * 60 * 1000

/** Whether a recipient has enabled announcers, looked up once in five minutes for each execution environment. */
export const rememberedAnnouncers = ({ hasEnabled }: Pick<AnnouncerRepository, 'hasEnabled'>) => {
  const known = new Map<string, { readonly until: number; readonly answer: boolean }>()
  return async (recipientId: string): Promise<boolean> => {
    const now = Date.now()
    const kept = known.get(recipientId)
    if (kept !== undefined && kept.until > now) return kept.answer
    const answer = await hasEnabled(recipientId)
    known.set(recipientId, { until: now + lifetime, answer })
    return answer
  }
}
