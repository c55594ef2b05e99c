import { Problem } from '../../contract/problem.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { RightMissing } from './webhookRegistration.ts'

/**
 * Sees to a webhook at its gateway once the request has had its effect. Whatever fails is logged: if it failed the
 * request, its repetition would have the effect again.
 */
export const afterwards = (recipientId: string, act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => {
    const isExpected = error instanceof Problem || error instanceof RightMissing
    log(isExpected ? 'WARN' : 'ERROR', 'webhook at the gateway', { recipientId, error: loggedError(error) })
  })
