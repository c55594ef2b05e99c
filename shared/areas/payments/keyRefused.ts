import { Problem } from '../../contract/problem.ts'

/** `Retry-After` in seconds while a credential is not ready: its owner has to act. */
export const notReadySeconds = 600

/** The refusal of a credential's key by its gateway, of which the credential keeps a note. */
export class KeyRefused extends Problem {
  constructor(gateway: string) {
    super('provider_not_configured', `${gateway} refuses the key of this credential.`, { retryAfter: notReadySeconds })
  }
}
