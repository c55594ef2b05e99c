import { STATUS_CODES } from 'node:http'
import { expect, test } from 'vitest'
import { problems } from '../../shared/contract/problems.ts'
import { operations } from '../../shared/operations.ts'
import openApi from '../../shared/service/openapi.json' with { type: 'json' }
import { readSourceFiles } from '../architecture/sourceFile.ts'

/** Documents of this service without blocks and generated tables; each paragraph, list item and row is one line. */
const documents = readSourceFiles(new URL('../..', import.meta.url).pathname)
  .filter(({ path }) => path.endsWith('.md') && !/^(?:test\/|DECISIONS)/.test(path))
  .map(({ path, text }) => ({
    path,
    lines: text
      .replaceAll(/^```[\s\S]*?^```|^<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/gm, '')
      .split(/\n(?=\n| *- |\| |\d\. )/)
      .map((line) => line.replaceAll(/\s+/g, ' ').trim()),
  }))

type Schema = Readonly<Record<string, unknown>>

/** Names and values in a part of the OpenAPI document, behind its references, without the texts for people. */
const wordsOf = (part: unknown, seen: ReadonlySet<string> = new Set()): readonly string[] => {
  if (typeof part !== 'object' || part === null) return typeof part === 'string' ? [part] : []
  const { $ref } = part as { readonly $ref?: string }
  if ($ref === undefined)
    return Object.entries(part).flatMap(([name, value]) =>
      /^(?:description|summary)$/.test(name) ? [name] : [name, ...wordsOf(value, seen)],
    )
  const found = $ref
    .split('/')
    .slice(1)
    .reduce((parent: unknown, name) => (parent as Schema)[name], openApi)
  return seen.has($ref) ? [] : wordsOf(found, new Set([...seen, $ref]))
}

const documented = new Map(
  operations.map(({ id, method, path }) => {
    const paths = openApi.paths as unknown as Readonly<Record<string, Readonly<Record<string, Schema>>>>
    const { requestBody, ...others } = paths[path]?.[method.toLowerCase()] ?? {}
    return [id, { body: new Set(wordsOf(requestBody)), others: new Set([id, ...wordsOf(others)]) }]
  }),
)

/** The operations that a sentence names by their id, their request or the last part of their path. */
const operationsIn = (sentence: string): readonly string[] =>
  operations.flatMap(({ id, method, path }) => {
    const request = `${method} ${path.replaceAll(/\{\w+\}/g, '[^`/?]+')}(?:[?#][^\`]*)?`
    const command = path.split('/').at(-1) ?? ''
    const isNamed = new RegExp(`\`(?:${id}|${request}|${/^[a-z]+(-[a-z]+)+$/.test(command) ? command : id})\``)
    return isNamed.test(sentence) ? [id] : []
  })

/** Names of the WebSocket API, of OAuth, of configuration records and of items, beside an operation in a sentence. */
const besides =
  /^(?:state|code_challenge|https?|superseded|skip|test|attachments|completion|open|texts_expected|moderation|events|togglegateway|getvklivetoken|recipientId|id)$/

/** Names that none of the operations beside them has; the keys of an object are members of a request. */
const foreignIn = (sentence: string): readonly string[] => {
  const named = operationsIn(sentence).flatMap((id) => documented.get(id) ?? [])
  const words = [...sentence.matchAll(/`([A-Za-z]\w*)`|(?<=`\{[^`]*)(?<!: )"(\w+)"(?=[:,}])/g)]
  return words.flatMap(([, code, key]) => {
    const word = code ?? key ?? ''
    if (named.length === 0 || besides.test(word)) return []
    return named.some(({ body, others }) => body.has(word) || (key === undefined && others.has(word))) ? [] : [word]
  })
}

test.each(documents)(
  'a sentence of $path that names an operation names members, values and problems of it',
  ({ lines }) => {
    expect(lines.flatMap((line) => line.split(/(?<=[.;]|(?<!"):) /)).flatMap(foreignIn)).toEqual([])
  },
)

test('a member of another operation is found', () => {
  expect(foreignIn('`missingScopes` of `GET /platforms/sources` says what a link lacks')).toEqual([])
  expect(foreignIn('`POST /messenger/commands/link-chat` with `{"webhok": "…"}` answers `chatIds`')).toEqual([
    'webhok',
    'chatIds',
  ])
})

/** The sentences that give a status without a code: by the code of the problem, or the name of the gateway's status. */
const reasons = `
malformed_body: with one twice is 400; twice in a JSON body is 400
invalid_request: a page beyond is 400; a part of it is 400; a ´codeVerifier´ is 400; alone are 400; ISO 4217 is 400
invalid_request: and left empty makes the call 400
unauthorized: no answer but 401; an ID token is 401; without a token get 401; 401 without a token, because
unauthorized: (claim ´cnf´) are 401; accept the token (401, 403); 401: the issuer changed its keys
signature_rejected: not genuine is 401; 401 of webhooks: a gateway's; 401 means that nothing was stored
one_time_code_rejected: An unknown code is 401
forbidden: ´ownerId´ is 403; names nobody and is answered 403; an object or a boolean is 403; the token (401, 403)
not_found: private playlists (404)
rate_limited: then such a request is 429
internal_error: a declared answer: no 500
Bad Request: 400 for a malformed address
Unauthorized: 401 without a valid token
Forbidden: 403 without the ´scope´
Not Found: 404 for an unknown route
Gone: at once when it answers 410
Payload Too Large: 413 above 10 MB
Too Many Requests: 429 above the rate; 429: one route is over its rate; Webhooks were answered 429; status = "429"
Too Many Requests: ´429´ with ´retry_after´
Request Header Fields Too Large: 431 above 10,240 bytes
Internal Server Error: 500 when a function ends without an answer
Service Unavailable: 503 when it takes longer; the gateway's own 503; clients get 503; minutes of 503; is answered 503
Not Found: known by | 403, or ´chat not found´ | 403 or 404 | 401 or 404 |; a webhook that answers 404
`
const given = [...reasons.matchAll(/^([\w ]+): (.+)$/gm)].flatMap(([, reason = '', sentences = '']) =>
  sentences.split('; ').map((sentence) => ({ reason, sentence: sentence.replaceAll('´', '`') })),
)
const statuses =
  /(?<![\d,.$#-]|issues?[ /])\b(?:4(?:0\d|1[0-7]|2[2-9]|31)|50[0-4])\b(?! `\w|,\d| (?:pixels|characters)|\]\()/g
const texts = documents.map(({ path, lines }) => ({ path, text: lines.join(' ') }))

test.each(given)('a document gives the status of $reason where it says “$sentence”', ({ reason, sentence }) => {
  const named = Object.entries(STATUS_CODES).find(([, name]) => name === reason)?.[0]
  const status = problems[reason as keyof typeof problems]?.status ?? named

  expect(texts.some(({ text }) => text.includes(sentence))).toBe(true)
  expect(sentence).toMatch(new RegExp(`\\b${status}\\b`))
})

test.each(texts)('every status in $path has a reason', ({ text }) => {
  const rest = given.reduce((left, { sentence }) => left.replaceAll(sentence, '·'), text)

  expect([...rest.matchAll(statuses)].map(({ index }) => rest.slice(Math.max(0, index - 40), index + 30))).toEqual([])
})
