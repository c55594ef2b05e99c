import fc from 'fast-check'
import { canary, canaryText } from './canary.ts'

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.constant(canaryText))

const bodies = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{}',
    `{"__proto__":{"${canary}":1}}`,
    `{"a":"${canary}\\ud800"}`,
    '{"a":9007199254740993}',
    `${'['.repeat(40)}${']'.repeat(40)}`,
    `{"a":"${'x'.repeat(262_144)}"}`,
    42,
    {},
  ),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.json(),
  anyText,
)

const contentTypes = fc.constantFrom<unknown>(
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'text/plain',
  `text/${canary}`,
  '',
  undefined,
  1,
)

const headers = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, [], 'text'),
  fc
    .record({
      'content-type': contentTypes,
      'idempotency-key': fc.oneof(fc.constant(undefined), anyText, fc.constantFrom('"', '""', 'ключ', 'k'.repeat(256))),
      authorization: fc.constant(`Bearer ${canary}`),
      'x-one-time-code': fc.option(anyText, { nil: undefined }),
      'webhook-signature': fc.option(anyText, { nil: undefined }),
      'if-match': fc.option(anyText, { nil: undefined }),
    })
    .map((members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))),
)

const claims = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, {}, [], { sub: '' }, { sub: 1 }, { sub: 'x'.repeat(129) }),
  fc.record({ sub: fc.constant('raw'), token_use: fc.constantFrom('access', 'id', '') }),
  fc.record({ sub: fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }), 'cognito:groups': anyText }),
)

const dictionaries = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, [], 'text'),
  fc.dictionary(fc.constantFrom('page', 'size', 'sort', 'cursor', 'after', 'before', 'id', 'ids', 'name'), anyText),
)

/** Events that no gateway makes, but with which a function can be invoked. */
export const rawEvents = (paramNames: readonly string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom<unknown>(undefined, null, 0, '', 'text', [], {}, { Records: [] }) },
    {
      weight: 20,
      arbitrary: fc.record({
        body: bodies,
        isBase64Encoded: fc.constantFrom<unknown>(true, false, undefined, 'true'),
        headers,
        queryStringParameters: dictionaries,
        pathParameters: fc.oneof(
          dictionaries,
          fc.record(Object.fromEntries(paramNames.map((name) => [name, anyText]))),
        ),
        requestContext: fc.oneof(
          fc.constantFrom<unknown>(undefined, null, 'text'),
          claims.map((given) => ({ authorizer: { jwt: { claims: given } }, requestId: 'raw' })),
        ),
      }),
    },
  )
