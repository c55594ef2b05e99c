import { gzipSync } from 'node:zlib'
import { textMember } from '../unknown.ts'
import { asEvent, type HttpResult } from './event.ts'

/** Whether one of the encodings is gzip with a weight above 0 (RFC 9110, section 12.5.3). */
const takesGzip = (accepted: string): boolean =>
  accepted.split(',').some((each) => /^\s*gzip\s*(?:;\s*q=(?:1(?:\.0*)?|0\.0*[1-9]\d*))?\s*$/i.test(each))

type Answer = (event?: unknown, context?: never) => Promise<HttpResult>

/** A handler of a long constant document: gzip is made on request, once for each execution environment. */
export const gzipped = (answer: Answer): Answer => {
  let packed: string | undefined
  return async (event, context) => {
    const result = await answer(event, context)
    const headers = { ...result.headers, vary: 'accept-encoding' }
    const accepted = textMember(asEvent(event).headers, 'accept-encoding') ?? ''
    if (result.statusCode !== 200 || !takesGzip(accepted)) return { ...result, headers }
    packed ??= gzipSync(result.body, { level: 9 }).toString('base64')
    return { ...result, headers: { ...headers, 'content-encoding': 'gzip' }, body: packed, isBase64Encoded: true }
  }
}
