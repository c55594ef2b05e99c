import * as z from 'zod/mini'
import { isInvisible } from './isInvisible.ts'
import { violates } from './violations.ts'

/** Schemas that several areas share. Lengths are in UTF-16 code units, as JavaScript and messengers count them. */

/** A function, so that a bundle without it leaves it out. */
const blank = () => ({
  error: 'Too small: expected string that is not blank',
  ...violates('too_short', { minimum: 1 }),
  abort: true,
})

/** A text of bounded length. With a minimum above 0, a text of which nothing can be seen is refused too. */
export const text = (minimum: number, maximum: number) =>
  z.string().check(
    z.minLength(minimum, { abort: true }),
    z.maxLength(maximum, { abort: true }),
    // The library's check counts characters, and some characters take two units.
    z.refine(({ length }) => length <= maximum, {
      error: `Too big: expected string to have <=${maximum} UTF-16 code units`,
      ...violates('too_long', { maximum }),
      abort: true,
    }),
    // The expression finds nothing more: it is for the documents.
    ...(minimum === 0 ? [] : [z.refine<string>((value) => !isInvisible(value), blank()), z.regex(/\S/)]),
  )

/** UTF-16 code units of the longest id. */
export const longestId = 64

/** An identifier in a request. Its format is not checked: a malformed id is not found, like any unknown one. */
export const Identifier = text(1, longestId)

/** The id of a replaced item. Clients whose models have every member send an empty one for a new item. */
export const optionalIdentifier = z.optional(text(0, 64))

/** A value of an open list, for which the specification says "allowed values: not shown". */
export const Label = text(1, 64)

/** An array of at most `maximum` elements. A longer one is refused unparsed: 120,000 errors are one violation. */
export const arrayOf = <Element extends z.ZodMiniType>(
  element: Element,
  maximum: number,
  ...checks: (z.core.CheckFn<z.output<Element>[]> | z.core.$ZodCheck<z.output<Element>[]>)[]
) => z.array(element).check(z.maxLength(maximum), ...checks)

/** An integer that a JavaScript number holds exactly. */
export const SafeInteger = z.int()

/** UTF-16 code units of the longest address. */
export const longestUrl = 2048

/** Control characters. URL parsers remove them silently, and they must not reach headers and terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const control = /[\u0000-\u001f\u007f]/

const isAcceptable = (protocols: readonly string[]) => (value: string) => {
  const url = URL.parse(value)
  const isOfThem = url !== null && protocols.includes(url.protocol)
  return isOfThem && url.username === '' && url.password === '' && !control.test(value)
}

const urlText = (protocols: readonly string[], acceptsEmpty: boolean) => {
  const isUrl = isAcceptable(protocols.map((protocol) => `${protocol}:`))
  const alternative = acceptsEmpty ? ', or an empty text' : ''
  const description = `an absolute ${protocols.join(', ')} URL without user info and control characters${alternative}`
  return z.string().check(
    z.refine((value) => (acceptsEmpty && value === '') || isUrl(value), {
      error: `Invalid URL: expected ${description}`,
      ...violates('format'),
      abort: true,
    }),
    z.overwrite((value) => URL.parse(value)?.href ?? value),
    z.maxLength(longestUrl),
    z.meta({ ...(!acceptsEmpty && { format: 'uri' }), description }),
  )
}

/** An absolute URL with one of the protocols and without user info, in its canonical form: as browsers write it. */
export const url = (...protocols: readonly string[]) => urlText(protocols, false)

/**
 * The scheme of an address, in lower case and behind blanks, as browsers read it. A host with its port is none: the
 * part before the colon has a dot or names this machine, and a number of at most five digits follows.
 */
export const schemeOf = (address: string): string | undefined => {
  const [, scheme = '', port] = /^\s*([a-z][a-z\d+.-]*):(\d{1,5}(?:$|[/?#]))?/i.exec(address) ?? []
  const isHost = port !== undefined && /\.|^local(?:host)$/i.test(scheme)
  return scheme === '' || isHost ? undefined : scheme.toLowerCase()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const anyControl = /[\u0000-\u001f\u007f-\u009f]/

const keptAddress =
  'any text without control characters, answered as it was sent; a scheme other than http and https is refused'

/**
 * An address that the service only stores: any text, answered as it was sent. A scheme other than those of web pages is
 * refused, because a page that makes a link of `javascript:` executes it.
 */
export const KeptAddress = z.string().check(
  z.maxLength(longestUrl, { abort: true }),
  z.refine(({ length }) => length <= longestUrl, {
    error: `Too big: expected string to have <=${longestUrl} UTF-16 code units`,
    ...violates('too_long', { maximum: longestUrl }),
    abort: true,
  }),
  z.refine((value) => !anyControl.test(value), {
    error: 'Invalid text: it has a control character',
    ...violates('format'),
    abort: true,
  }),
  z.refine((value) => ['http', 'https', undefined].includes(schemeOf(value)), {
    error: 'Invalid address: expected no scheme, http or https',
    ...violates('format'),
  }),
  z.meta({ description: keptAddress }),
)

/** Bytes of JSON that a free-form object may have. */
export const freeObjectLimit = 64 * 1024

/**
 * JSON that is stored within another item is at most as long as one free-form object. Items in a local index
 * count twice towards DynamoDB's limit of 400 KB, so several free-form objects together have the same limit as one.
 *
 * @param measured gives the part that counts; the rest has limits of its own
 */
export const withinFreeObject = <Value>(measured: (value: Value) => unknown = (value) => value) =>
  z.refine<Value>((value) => Buffer.byteLength(JSON.stringify(measured(value))) <= freeObjectLimit, {
    error: `Too big: expected at most ${freeObjectLimit} bytes of JSON`,
    ...violates('too_long'),
    // The size is not checked when inner values are invalid, because those are reported.
    when: ({ issues }) => issues.length === 0,
  })

/** An object of the client's own contents, stored and returned unchanged, as deep as the body (32 levels). */
export const FreeObject = z.record(z.string(), z.unknown()).check(withinFreeObject())

/** A free-form object in an answer. */
export const FreeObjectAnswer = z.record(z.string(), z.unknown())

/**
 * A URL or an empty text, which is the same as none. It is one schema, because generators of clients make a class of
 * alternatives.
 */
export const optionalUrl = (...protocols: readonly string[]) => z._default(urlText(protocols, true), '')

/** An address in an answer, as `url` has made it: ASCII, of which JSON escapes the backslash alone. */
export const UrlAnswer = z.string().check(z.maxLength(longestUrl), z.meta({ 'x-max-bytes': 2 * longestUrl + 2 }))

/** The header that makes a change fail when the item has changed since it was read. */
export const ifMatch = { 'if-match': z.optional(z.string().check(z.maxLength(1024))) } as const

/** The header that names the revision of an answered item. */
export const etag = { etag: z.string() } as const

/** Characters of the longest secret that is stored: KMS encrypts up to 4,096 bytes at a time, and secrets are ASCII. */
export const longestSecret = 4096

export const Empty = z.object({}).register(z.globalRegistry, { id: 'Empty' })

/** `true` or `false` in a query. */
export const Flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
)
