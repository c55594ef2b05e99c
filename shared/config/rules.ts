import type * as z from 'zod/mini'
import type { putConfig } from './contract.ts'

export type NewConfig = z.output<(typeof putConfig)['body']>

/** The record that holds what donors are shown when they pay. */
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

/** The strong entity tag of a record's revision. */
export const entityTag = (revision: string): string => `"${revision}"`

/** What `If-Match` asks for (RFC 9110, section 13.1.1): any stored record, or one of some revisions. Weak tags never match. */
export type Precondition = 'exists' | readonly string[]

export const preconditionFromHeader = (value: string): Precondition =>
  value.trim() === '*' ? 'exists' : [...value.matchAll(/(?<![\w"/])"([^"]*)"/g)].map(([, revision = '']) => revision)
