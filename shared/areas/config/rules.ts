import type * as z from 'zod/mini'
import type { putConfig } from './contract.ts'

export type NewConfig = z.output<(typeof putConfig)['body']>

/** Gateways whose legal offer the service knows. */
export const knownGateways: ReadonlySet<string> = new Set([
  'stripe',
  'kofi',
  'yookassa',
  'yoomoney',
  'robokassa',
  'cryptocloud',
  'rahmat',
  'paypal',
  'manual',
])
