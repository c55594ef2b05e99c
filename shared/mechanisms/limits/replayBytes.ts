import type { Write } from '../../contract/write.ts'
import type { RateRepository } from './rateRepository.ts'

/** The most bytes of an answer that is kept without being counted, so that ordinary requests cost no write for it. */
export const longestUncounted = 4096

/** The writes that count the bytes of an answer kept for an `Idempotency-Key`; none for a short one. */
export const replayBytes =
  (rates: Pick<RateRepository, 'spending'>) =>
  (recipientId: string, answer: string): readonly Write[] => {
    const bytes = Buffer.byteLength(answer)
    return bytes > longestUncounted ? [rates.spending(recipientId, 'keptBytes', bytes)] : []
  }
