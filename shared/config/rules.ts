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

/** What a request asks of the stored record (RFC 9110, section 13.1): that there is any or none, or that it has one of some revisions. */
export type Precondition = 'exists' | 'absent' | readonly string[]

const revisionLength = 36

/** What `If-Match` asks for. Weak tags and those of another length never match; so no more are left than DynamoDB's `IN` takes. */
export const preconditionFromHeader = (value: string): Precondition =>
  value.trim() === '*'
    ? 'exists'
    : [...value.matchAll(/(?<![\w"/])"([^"]*)"/g)]
        .map(([, revision = '']) => revision)
        .filter(({ length }) => length === revisionLength)
