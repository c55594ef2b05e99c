import { bodyLimit } from '../../contract/bodyLimit.ts'
import { mostViolations, Problem, pointerFromPath, type Violation } from '../../contract/problem.ts'
import type { ViolationCode } from '../../contract/violationCodes.ts'
import { duplicateKeys } from './duplicateKeys.ts'
import { isInexactNumber, mayLoseNumbers } from './inexactNumber.ts'

/** A parser may ignore it (RFC 8259, section 8.1). */
const byteOrderMark = '\uFEFF'
/** The most levels of nested objects and arrays. */
export const depthLimit = 32

const jsonMediaType = /^application\/(?:[\w!#$&^.+-]+\+)?json\s*(?:;|$)/i
/** A charset other than UTF-8. JSON defines no parameters, so all others are ignored (RFC 8259, section 11). */
const otherCharset = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(?:;|$))/i
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

// Without one of these words in the raw text, the careful walk below cannot find anything; the walk costs ten times the
// parse.
const suspiciousWords = ['\\u', 'proto', 'constructor']

const isSuspicious = (text: string): boolean =>
  !text.isWellFormed() || suspiciousWords.some((word) => text.includes(word)) || mayLoseNumbers(text)

const decoder = new TextDecoder('utf-8', { fatal: true })

const violation = (path: readonly PropertyKey[], code: ViolationCode, detail: string): Violation => ({
  in: 'body',
  pointer: pointerFromPath(path),
  code,
  detail,
})

const tooLarge = (): Problem => new Problem('payload_too_large', `The body may have at most ${bodyLimit} bytes.`)

const textFromBytes = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Problem('malformed_body', 'The body is not valid UTF-8.')
  }
}

/** The bytes of a body exactly as the client sent them. */
export const readRawBody = (body: unknown, isBase64Encoded: unknown): Uint8Array => {
  const bytes = Buffer.from(typeof body === 'string' ? body : '', isBase64Encoded === true ? 'base64' : 'utf8')
  if (bytes.length > bodyLimit) throw tooLarge()
  return bytes
}

const textFromBody = (body: string, isBase64Encoded: boolean): string => {
  if (isBase64Encoded) return textFromBytes(readRawBody(body, true))
  if (Buffer.byteLength(body) > bodyLimit) throw tooLarge()
  return body.startsWith(byteOrderMark) ? body.slice(byteOrderMark.length) : body
}

/** Whether a text opens more objects and arrays than may be nested; only then its depth is measured. */
const opensMany = (text: string): boolean => {
  let opened = 0
  for (const bracket of ['{', '[']) {
    for (let index = text.indexOf(bracket); index >= 0; index = text.indexOf(bracket, index + 1)) {
      opened++
      if (opened > depthLimit) return true
    }
  }
  return false
}

/** The depth of a JSON text. Brackets inside strings do not count. */
const depthOf = (text: string): number => {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

/** The keys of lost numbers, by the object or array that contains them. */
type LostNumbers = ReadonlyMap<object, ReadonlySet<string>>

/** The value, and the numbers that differ from their literals, which only the parser sees. */
const parseCarefully = (text: string): { value: unknown; lost: LostNumbers } => {
  const lost = new Map<object, Set<string>>()
  const value: unknown = JSON.parse(text, function (this: object, key, current, context?: { source?: string }) {
    if (typeof current === 'number' && context?.source !== undefined && isInexactNumber(context.source))
      lost.set(this, (lost.get(this) ?? new Set()).add(key))
    return current
  } as (this: object, key: string, value: unknown) => unknown)
  return { value, lost }
}

function* violationsIn(value: unknown, path: readonly PropertyKey[], lost: LostNumbers): Generator<Violation> {
  if (typeof value === 'string' && !value.isWellFormed()) yield violation(path, 'format', 'has a lone surrogate')
  if (typeof value !== 'object' || value === null) return
  const isArray = Array.isArray(value)
  for (const [key, member] of Object.entries(value)) {
    const memberPath = [...path, key]
    if (!isArray && forbiddenKeys.has(key)) yield violation(memberPath, 'not_allowed', 'is a key that is not accepted')
    if (!key.isWellFormed()) yield violation(path, 'format', 'has a key with a lone surrogate')
    if (lost.get(value)?.has(key)) yield violation(memberPath, 'format', 'is a number that cannot be kept exactly')
    yield* violationsIn(member, memberPath, lost)
  }
}

const parse = (text: string): unknown => {
  if (!isSuspicious(text)) return JSON.parse(text)
  const { value, lost } = parseCarefully(text)
  const errors = [...violationsIn(value, [], lost).take(mostViolations + 1)]
  if (errors.length > 0)
    throw new Problem('malformed_body', 'The body has values that cannot be stored exactly.', { errors })
  return value
}

/** Refuses a text in which a key stands twice in one object, because nobody can say which of its values was meant. */
export const refuseDuplicateKeys = (text: string, value: unknown): void => {
  const errors: Violation[] = []
  for (const path of duplicateKeys(text, value)) {
    errors.push(violation(path, 'duplicate', 'duplicate key'))
    if (errors.length > mostViolations) break
  }
  if (errors.length > 0) throw new Problem('malformed_body', 'The body has a duplicate key.', { errors })
}

const objectFromText = (text: string): object => {
  if (opensMany(text) && depthOf(text) > depthLimit)
    throw new Problem('malformed_body', `The body is nested deeper than ${depthLimit} levels.`)
  let value: unknown
  try {
    value = parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem('malformed_body', 'The body is not JSON.')
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('malformed_body', 'The body is not a JSON object.')
  refuseDuplicateKeys(text, value)
  return value
}

/** The JSON object in the bytes of a body, read as strictly as by `readJsonBody`. */
export const objectFromBytes = (bytes: Uint8Array): object => objectFromText(textFromBytes(bytes))

export interface JsonBody {
  readonly text: string
  readonly value: object
}

const isJson = (contentType: unknown): boolean =>
  typeof contentType === 'string' && jsonMediaType.test(contentType) && !otherCharset.test(contentType)

/**
 * The JSON object that a request carries. Values that cannot be stored exactly are refused, never rounded or repaired:
 * invalid UTF-8, lone surrogates, numbers that would change, keys that stand twice or reach a prototype, and nesting
 * beyond 32 levels.
 */
export const readJsonBody = (body: unknown, isBase64Encoded: unknown, contentType: unknown): JsonBody => {
  if (contentType !== 'application/json' && !isJson(contentType))
    throw new Problem('unsupported_media_type', 'Send the body as application/json in UTF-8.')
  const text = textFromBody(typeof body === 'string' ? body : '', isBase64Encoded === true)
  return { text, value: objectFromText(text) }
}
