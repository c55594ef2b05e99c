// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import page from '../../../../shared/web/donation/page.json' with { type: 'json' }

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })
const creeper = { id: 'x', name: 'Creeper', game: 'g', price: euros(5), parameters: [] }
const action = (id: string, more: object = {}) => ({ ...creeper, id, ...more })
const yen = { major: 100, minor: 0, currency: 'JPY' }
const bitcoins = (minor: number, exponent: number) => ({ major: 0, minor, currency: 'BTC', exponent })
const given = {
  name: 'Alice',
  gateway: 'stripe',
  agreement: null,
  least: [euros(1), yen, bitcoins(1000, 8), { ...euros(0), currency: 'USD' }],
  goals: [{ title: 'Microphone', target: euros(50), reached: euros(20) }],
  actions: [creeper],
}

let donorPage: object
let face: string
/** The answer to a begun payment; undefined for one that is lost. */
let begun: (() => Response) | undefined
let states: string[]
let sent: { readonly requestId: string; readonly amount: object; readonly actions: readonly object[] }[]
let asked: number[]
let addresses: string[]

const fetched = async (request: Request): Promise<Response> => {
  addresses.push(request.url)
  if (request.method === 'POST') {
    sent.push(JSON.parse(await request.text()))
    if (begun === undefined) throw new TypeError('fetch failed')
    return begun()
  }
  if (!request.url.includes('/payments/')) return Response.json(donorPage)
  asked.push(Date.now())
  if (states[0] === 'unknown') return Response.json({}, { status: 404 })
  return Response.json({ state: states.length > 1 ? states.shift() : states[0], amount: euros(5) })
}

const one = <Kind extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector<Kind>(selector) ?? expect.fail(`no ${selector}`)
const textOf = (selector: string) => one(selector).textContent

const opened = async (search = '', recipient = 'alice'): Promise<void> => {
  const html = readFileSync('shared/web/donation/page.html', 'utf8')
  document.body.innerHTML = /<body>(.*)<script/s.exec(html)?.[1] ?? ''
  const texts = document.body.appendChild(document.createElement('data'))
  const { en } = page.texts
  texts.value = [Object.keys(en).join(' '), ...Object.values(en)].join('\n')
  document.body.appendChild(Object.assign(document.createElement('data'), { id: 'face', value: face }))
  document.documentElement.lang = 'en'
  ;(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `https://api.test/donate/${recipient}${search}`,
  )
  vi.resetModules()
  await import('../../../../shared/web/donation/main.ts')
  await vi.waitFor(() => expect(textOf('h1')).not.toBe('{{loading}}'))
  await vi.advanceTimersByTimeAsync(1)
}

const fill = (selector: string, value: string): void => {
  one(selector).value = value
  one(selector).dispatchEvent(new Event('input', { bubbles: true }))
  one(selector).dispatchEvent(new Event('change', { bubbles: true }))
}
const check = (name: string, checked = true): void => {
  one(`[name=${name}]`).checked = checked
  for (const type of ['input', 'change']) one(`[name=${name}]`).dispatchEvent(new Event(type, { bubbles: true }))
}
const give = async (patienceMs = 1): Promise<void> => {
  one('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(patienceMs)
}

beforeEach(() => {
  vi.useFakeTimers()
  donorPage = given
  face = ''
  begun = () => Response.json({ token: 't', url: 'https://pay.test/s' })
  states = ['completed']
  sent = []
  asked = []
  addresses = []
  sessionStorage.clear()
  localStorage.clear()
  vi.stubGlobal('fetch', fetched)
  // happy-dom has no such constructor.
  vi.stubGlobal('Option', function Option(textContent: string, value: string) {
    return Object.assign(document.createElement('option'), { textContent, value })
  })
  vi.spyOn(location, 'assign').mockReturnValue(undefined)
  vi.spyOn(location, 'replace').mockReturnValue(undefined)
  vi.spyOn(location, 'reload').mockReturnValue(undefined)
})

afterEach(() => void vi.resetModules())

test.each([
  ['1', 'EUR', euros(1)],
  ['12,5', 'EUR', euros(12, 50)],
  ['1.500', 'EUR', 'This is not an amount. Write it like 1000 or 12.50.'],
  ['1,000', 'JPY', 'This is not an amount. Write it like 1000 or 12.50.'],
  ['100', 'JPY', yen],
  ['0,99', 'EUR', 'At least €1.00.'],
  ['99', 'JPY', 'At least ¥100.'],
  ['100.5', 'JPY', 'This is not an amount. Write it like 1000 or 12.50.'],
  ['1.005', 'EUR', 'This is not an amount. Write it like 1000 or 12.50.'],
  ['much', 'EUR', 'This is not an amount. Write it like 1000 or 12.50.'],
  ['0.00012', 'BTC', bitcoins(12, 5)],
  ['0.000001', 'BTC', 'At least 0.00001 BTC.'],
])('an amount of “%s” %s is sent, or refused at its field until that changes: %j', async (text, currency, outcome) => {
  await opened()
  fill('[name=currency]', currency)
  fill('[name=amount]', text)

  await give()

  const isRefused = typeof outcome === 'string'
  expect(textOf('#problem')).toBe(isRefused ? outcome : '')
  expect(sent.map(({ amount }) => amount)).toEqual(isRefused ? [] : [outcome])
  expect(vi.mocked(location.assign).mock.calls).toEqual(isRefused ? [] : [['https://pay.test/s']])
  const field = one('[name=amount]')
  expect([field.getAttribute('aria-invalid'), document.activeElement === field]).toEqual([
    isRefused ? 'true' : null,
    isRefused,
  ])
  fill('[name=amount]', '7')
  expect([field.getAttribute('aria-invalid'), textOf('#problem')]).toEqual([null, ''])
})

test('a donation page has the recipient’s name, minimum amount, actions and goals in the chosen currency', async () => {
  await opened('', 'auth0%7C1')
  const [hint, isWithoutActions] = [textOf('#least'), one('fieldset').hidden]
  fill('[name=currency]', 'USD')

  expect(addresses).toEqual(['https://api.test/donors/auth0%7C1'])
  expect([document.title, hint, textOf('#least')]).toEqual(['Donate to Alice', 'At least €1.00.', ''])
  expect([isWithoutActions, one('fieldset').hidden]).toEqual([false, true])
  expect([textOf('.goal span'), textOf('.goal small')]).toEqual(['Microphone', '€20.00 / €50.00'])
  const { max, value } = one<HTMLProgressElement>('.goal progress')
  expect(value / max).toBe(0.4)
})

test('a chosen action asks for its parameters, and sends each as its type has it', async () => {
  const parameters = [
    { name: 'where', displayName: 'Where', type: 'string' },
    { name: 'count', displayName: '', type: 'number' },
    { name: 'loud', displayName: 'Loud', type: 'boolean' },
    { name: 'tint', displayName: 'Tint', type: 'color' },
  ]
  donorPage = { ...given, actions: [action('x', { parameters })] }
  await opened()
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('.parameters input')]
  const before = [one('.parameters').hidden, ...fields().map(({ disabled }) => disabled)]
  check('x')
  for (const [index, value] of ['here', '2.5', '', '#112233'].entries()) Object.assign(fields()[index] ?? {}, { value })
  const labels = [...document.querySelectorAll('.action label')].map(({ textContent }) => textContent)
  await give()

  expect([before, one('.parameters').hidden]).toEqual([Array(5).fill(true), false])
  expect(labels).toEqual(['Creeperg€5.00', 'Where', 'count', 'Loud', 'Tint'])
  expect(fields().map(({ type, required, step, maxLength }) => [type, required, step, maxLength])).toEqual([
    ['text', true, '', 256],
    ['number', true, 'any', 256],
    ['checkbox', false, '', 256],
    ['color', true, '', 256],
  ])
  expect(sent[0]?.actions).toEqual([
    { actionId: 'x', parameters: { where: 'here', count: 2.5, loud: false, tint: '#112233' } },
  ])
})

test('the amount follows the chosen actions, never shrinks, and hidden fields are not sent', async () => {
  donorPage = { ...given, actions: [action('x'), action('y', { price: yen })] }
  await opened()

  fill('[name=amount]', '2')
  check('x')
  const raised = one('[name=amount]').value
  fill('[name=amount]', '9')
  check('x', false)
  check('x')
  const kept = one('[name=amount]').value
  fill('[name=amount]', '4,99')
  await give()
  const refused = textOf('#problem')
  fill('[name=currency]', 'JPY')
  fill('[name=amount]', '100')
  await give()

  expect([raised, kept, refused]).toEqual(['5.00', '9', 'The chosen actions cost €5.00.'])
  expect(sent.map(({ actions }) => actions)).toEqual([[]])
})

test('at most 20 actions can be chosen, and they cost their sum', async () => {
  donorPage = { ...given, actions: Array.from({ length: 22 }, (_action, index) => action(`x${index}`)) }
  await opened()

  for (let index = 0; index < 20; index++) check(`x${index}`)

  const full = document.querySelectorAll('[type=checkbox]:disabled').length
  expect(one('[name=amount]').value).toBe('100.00')
  check('x0', false)
  expect([full, document.querySelectorAll('[type=checkbox]:disabled').length]).toEqual([2, 0])
})

test('a repeated donation is the same payment, even after a reload, and a new payment after its end', async () => {
  begun = undefined
  await opened()
  fill('[name=amount]', '4')
  check('x')
  one('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await give()
  const lost = textOf('#problem')
  begun = () => Response.json({ token: 't', url: 'https://pay.test/s' })
  await opened()
  const restored = [one('[name=amount]').value, one('[name=x]').checked]
  await give()
  states = ['expired']
  await opened()
  await give()
  states = ['completed']
  await opened()
  one('#again').click()

  const [first, again, next] = sent.map(({ requestId }) => requestId)
  expect(sent).toHaveLength(3)
  expect([lost, restored]).toEqual(['The network is lost. Nothing was paid.', ['5.00', true]])
  expect(again).toBe(first)
  expect(next).not.toBe(first)
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.length).toBe(0)
  expect(location.reload).toHaveBeenCalled()
})

test('the currency that a donor has chosen stays after a reload', async () => {
  await opened()
  fill('[name=currency]', 'JPY')

  await opened()

  expect([one('[name=currency]').value, textOf('#least')]).toEqual(['JPY', 'At least ¥100.'])
})

test.each([
  ['is lost', () => Promise.reject(new TypeError('fetch failed'))],
  ['fails', async () => Response.json({ code: 'gateway_timeout' }, { status: 503 })],
  ['is limited', async () => Response.json({ code: 'rate_limited' }, { status: 429 })],
])(
  'a payment on its way stays so where the next answer %s, and is asked for until it has arrived',
  async (_title, answer) => {
    sessionStorage.setItem('donation:/donate/alice', 't')
    states = ['paid']
    await opened()
    vi.stubGlobal('fetch', answer)
    await vi.advanceTimersByTimeAsync(60_000)
    const without = [textOf('#state'), one('form').hidden, one('#again').hidden]
    states = ['completed']
    vi.stubGlobal('fetch', fetched)
    await vi.advanceTimersByTimeAsync(10 * 60_000)

    expect(without).toEqual(['Thank you! The payment of €5.00 is on its way.', true, false])
    expect(textOf('#state')).toBe('Thank you! €5.00 arrived.')
  },
)

test('a donor who comes back from the gateway without a network is not told that nothing was paid', async () => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  const isOfPayment = (request: Request) => new URL(request.url).pathname.startsWith('/donors/payments/')
  vi.stubGlobal('fetch', async (request: Request) =>
    isOfPayment(request) ? Promise.reject(new TypeError('fetch failed')) : fetched(request),
  )
  await opened()
  await vi.advanceTimersByTimeAsync(60_000)
  const words = [textOf('h1'), textOf('#state'), one('form').hidden, one('#again').hidden]
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await opened()
  await vi.advanceTimersByTimeAsync(60_000)

  const unseen = 'The state of your payment cannot be seen at the moment.'
  expect(words).toEqual(['Donate to Alice', unseen, true, false])
  expect(textOf('h1')).toBe(unseen)
})

test('a payment whose token is refused leaves the form to the donor', async () => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  states = ['paid']
  await opened()
  vi.stubGlobal('fetch', async () => Response.json({ code: 'c', detail: 'd.' }, { status: 400 }))
  await vi.advanceTimersByTimeAsync(60_000)

  expect(one('form').hidden).toBe(false)
  expect(textOf('#state')).toBe('The payment service does not answer at the moment. Please try again later.')
})

test.each([
  ['open', 'Not paid yet.', true],
  ['paid', 'Thank you! The payment of €5.00 is on its way.', false],
  ['completed', 'Thank you! €5.00 arrived.', false],
  ['expired', 'This payment can no longer be made. Nothing was paid.', true],
  ['failed', 'The payment failed.', true],
  ['refunded', '€5.00 was returned to you.', false],
  ['disputed', '€5.00 was returned to you.', false],
  ['unknown', '', true],
])('a payment that is %s says “%s”, also where donations are closed', async (state, text, isOpen) => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  sessionStorage.setItem('request:/donate/alice', 'r')
  states = [state]
  await opened()
  const [words, isHidden, isAgainHidden] = [textOf('#state'), one('form').hidden, one('#again').hidden]
  const isOver = sessionStorage.getItem('request:/donate/alice') === null
  donorPage = { ...given, gateway: null }
  await opened()
  await vi.advanceTimersByTimeAsync(60_000)

  expect(one('form').hidden).toBe(true)
  expect([words, isHidden, isAgainHidden]).toEqual([text, !isOpen, isOpen])
  expect(isOver, 'the next donation is another payment').toBe(state === 'expired' || state === 'failed')
  expect(textOf('#state')).toBe(text || 'Donations are not taken at the moment.')
})

test('a payment is asked for until it has arrived, ever less often', async () => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  states = [...Array<string>(8).fill('open'), 'paid', 'completed']
  await opened()

  await vi.advanceTimersByTimeAsync(10 * 60_000)

  const waits = asked.slice(1).map((time, index) => Math.round((time - (asked[index] ?? 0)) / 1000))
  expect(waits).toEqual([2, 3, 5, 7, 10, 15, 23, 34, 51])
  expect(textOf('#state')).toBe('Thank you! €5.00 arrived.')
})

test('a page that is left open asks for a quarter of an hour, and then by its button', async () => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  states = ['paid']
  await opened()
  const isOfferedAtFirst = !one('#look').hidden
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)
  const [count, last = 0] = [asked.length, asked.at(-1)]
  const isOffered = !one('#look').hidden
  states = ['completed']

  one('#look').click()
  await vi.advanceTimersByTimeAsync(24 * 3_600_000)

  expect([isOfferedAtFirst, isOffered, count, asked.length]).toEqual([false, true, 14, 15])
  expect(last - (asked[0] ?? 0)).toBeLessThanOrEqual(15 * 60_000)
  expect([textOf('#state'), one('#look').hidden]).toEqual(['Thank you! €5.00 arrived.', true])
})

test.each([
  [429, { 'retry-after': '30' }, {}, 'Too many donations at once. Try again in 30 seconds.'],
  [429, {}, {}, 'Too many donations at once. Try again in 60 seconds.'],
  [400, {}, { code: 'invalid_request' }, 'This donation is not accepted. Please check the amount and the message.'],
  [404, {}, { code: 'not_found' }, 'Donations are not taken at the moment.'],
  [
    503,
    {},
    { code: 'provider_not_configured' },
    'The streamer’s payment account is not ready. Please try again later.',
  ],
  [503, {}, {}, 'The payment service does not answer at the moment. Please try again later.'],
])('a refusal with %i says why, and the donor can try again', async (status, headers, problem, text) => {
  begun = () => Response.json(problem, { status, headers: headers as HeadersInit })
  await opened()
  fill('[name=amount]', '5')

  await give(10_000)
  const words = textOf('#problem')
  const attempts = sent.length
  await give()

  expect(words).toBe(text)
  expect(sent.length).toBeGreaterThan(attempts)
})

test('the terms are those of the gateway whose offer is shown, and a page without a gateway is closed', async () => {
  await opened()
  const own = textOf('#terms')
  donorPage = { ...given, agreement: 'yookassa' }
  await opened()
  const terms = textOf('#terms')
  donorPage = { ...given, gateway: null }
  await opened()

  expect([own, terms]).toEqual(['You pay at Stripe, by its terms.', 'You pay at YooKassa, by its terms.'])
  expect([textOf('#state'), one('form').hidden]).toEqual(['Donations are not taken at the moment.', true])
})

test('the face is shown that the page has in itself', async () => {
  await opened()
  const without = document.querySelectorAll('img').length
  face = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  await opened()

  expect([without, one<HTMLImageElement>('main img').src]).toEqual([0, face])
})

test('the channel and the terms of whoever takes the money are links that leave the form open, where there are any', async () => {
  await opened()
  const without = document.querySelectorAll('a').length
  donorPage = { ...given, channel: 'https://www.twitch.tv/alice', terms: 'https://alice.test/terms' }
  await opened()

  const links = [...document.querySelectorAll('a')]
  expect(without).toBe(0)
  expect(links.map(({ textContent, href, target, rel }) => [textContent, href, target, rel])).toEqual([
    ['twitch.tv/alice', 'https://www.twitch.tv/alice', '_blank', 'noreferrer'],
    ['Terms of Alice', 'https://alice.test/terms', '_blank', 'noreferrer'],
  ])
})

test('the language of the address goes before the one that was chosen', async () => {
  localStorage.setItem('language', 'ru')

  await opened('?language=en')

  expect(location.replace).not.toHaveBeenCalled()
  expect(textOf('h1')).toBe('Donate to Alice')
})

test.each([
  [404, 'There is no donation page at this address.'],
  [400, 'The payment service does not answer at the moment. Please try again later.'],
])('a page whose facts are refused with %i says “%s”', async (status, text) => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'c', detail: 'd.' }, { status }))
  await opened()

  expect([textOf('h1'), one('form').hidden]).toEqual([text, true])
})

test('without storage, the same donation is the same payment until the page is left', async () => {
  const refuse = () => {
    throw new Error('a private window')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  await opened()
  fill('[name=amount]', '5')
  await give()
  await give()

  expect(sent.map(({ requestId }) => requestId)).toEqual(Array(2).fill(sent[0]?.requestId))
})

test('another language is kept and loaded, and the one of the page is the choice at first', async () => {
  await opened()
  const list = one<HTMLSelectElement>('#language')
  const [options, chosen] = [[...list.options].map(({ lang, textContent }) => [lang, textContent]), list.value]
  fill('#language', 'de')

  expect([options, chosen]).toEqual([
    [
      ['en', 'English'],
      ['de', 'Deutsch'],
      ['es', 'Español'],
      ['ru', 'Русский'],
    ],
    'en',
  ])
  expect(localStorage.getItem('language')).toBe('de')
  expect(String(vi.mocked(location.replace).mock.lastCall?.[0])).toBe('https://api.test/donate/alice?language=de')
})

test('a page that cannot be read says so, and is loaded anew by its button', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
  await opened()
  await vi.waitFor(() => expect(one('#again').hidden).toBe(false))

  expect([textOf('h1'), textOf('#again')]).toEqual(['The network is lost. Nothing was paid.', 'Try again'])
  one('#again').click()
  expect(location.reload).toHaveBeenCalledOnce()
})
