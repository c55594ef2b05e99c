import * as z from 'zod/mini'
import { languages } from './languages.ts'

/** The header by which a request may refuse gzip, in which alone long constant documents are sent. */
export const acceptedCodings = { 'accept-encoding': z.optional(z.string()) } as const

/** The parts of a request that choose the language of a page. */
export const pageLanguage = {
  query: z.object({ language: z.optional(z.enum(languages)) }),
  headers: { 'accept-language': z.optional(z.string()), ...acceptedCodings },
} as const

/** The answer of an operation that serves a page in a language. */
export const pageHeaders = {
  body: z.string(),
  headers: {
    'content-language': z.string(),
    'content-security-policy': z.string(),
    'cross-origin-opener-policy': z.string(),
    'referrer-policy': z.string(),
    vary: z.string(),
  },
  contentType: 'text/html; charset=utf-8',
  description: 'An HTML document without external parts',
} as const
