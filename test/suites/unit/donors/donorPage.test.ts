import { expect, test } from 'vitest'
import { donorPageFromConfig } from '../../../../shared/areas/donors/donorPage.ts'

const euro = { major: 1, minor: 0, currency: 'EUR' }
const page = { enabled: true, name: 'Alice', least: [euro], returnUrl: 'https://example.com/thanks' }
const url = 'http://127.0.0.1:8080/thanks'

test.each([
  [{ name: 'x'.repeat(64), picture: 'https://example.com/a.png', least: Array(10).fill(euro) }, true],
  [{ returnUrl: url, picture: '' }, true],
  [{ name: 'x'.repeat(65) }, false],
  [{ name: '' }, false],
  [{ picture: 'http://example.com/a.png' }, false],
  [{ least: Array(11).fill(euro) }, false],
  [{ least: [] }, false],
  [{ returnUrl: 'ftp://example.com/' }, false],
])('a donor page with %j is one: %s', (more, isOne) => {
  const given = { ...page, ...more }

  expect(donorPageFromConfig({ donorPage: given })).toEqual(isOne ? { ...given, channel: '', terms: '' } : undefined)
})

test.each([
  ['channel', 'www.twitch.tv/alice', { channel: '', terms: 'https://example.com/terms', faceUpload: 'face' }],
  ['terms', 7, { channel: 'https://twitch.tv/alice', terms: '', faceUpload: 'face' }],
  ['faceUpload', {}, { channel: 'https://twitch.tv/alice', terms: 'https://example.com/terms' }],
])(
  'what was stored as %s before that had a meaning hides neither the page nor another member',
  (name, stored, shown) => {
    const younger = { channel: 'https://twitch.tv/alice', terms: 'https://example.com/terms', faceUpload: 'face' }

    const read = donorPageFromConfig({ donorPage: { ...page, constructor: 'x', ...younger, [name]: stored } })

    expect(read).toEqual({ ...page, picture: '', ...shown })
  },
)
