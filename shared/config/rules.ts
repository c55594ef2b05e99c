import type * as z from 'zod/mini'
import type { putConfig } from './contract.ts'

export type NewConfig = z.output<(typeof putConfig)['body']>

/** The record with the content of the page on which donors pay. */
export const paymentPage = 'paymentpage'

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
