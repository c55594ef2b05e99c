import { beforeEach, expect, test, vi } from 'vitest'
import { alertCard } from '../../../../shared/web/overlay/card.ts'
import { listenForPreviews, sampleAlert } from '../../../../shared/web/overlay/preview.ts'

const origin = 'https://overlay.test'
const panel = {}
let page: EventTarget
const wear = vi.fn()

const says = (from: object) => page.dispatchEvent(Object.assign(new Event('message'), from))

beforeEach(() => {
  page = new EventTarget()
  wear.mockClear()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('parent', panel)
})

test.each([{ look: { theme: 'paper' } }, { alert: sampleAlert.alert }])(
  'the page around this one can show %j',
  (data) => {
    listenForPreviews(wear)

    says({ origin, source: panel, data })

    expect(wear.mock.calls).toEqual([[data]])
  },
)

test.each([
  ['of another origin', { origin: 'https://elsewhere.test', source: panel, data: { look: {} } }],
  ['that is not around this one', { origin, source: {}, data: { look: {} } }],
  ['with another message', { origin, source: panel, data: { other: {} } }],
])('a message of a page %s is ignored', (_title, message) => {
  listenForPreviews(wear)

  says(message)

  expect(wear).not.toHaveBeenCalled()
})

test('a page without another one around it ignores all messages', () => {
  vi.stubGlobal('parent', globalThis)
  listenForPreviews(wear)

  says({ origin, source: globalThis, data: { look: {} } })

  expect(wear).not.toHaveBeenCalled()
})

test('the sample shows every part of a card', () => {
  expect(alertCard(sampleAlert, { language: 'de' })).toEqual({
    texts: {
      nickname: 'Mira',
      phrase: '',
      message: 'Great stream! PogChamp',
      amount: '12,34\u00a0€',
      level: 'gold',
    },
    event: 'payment',
    level: 'gold',
    sequence: 0,
    test: true,
  })
})
