// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import page from '../../../shared/webPages/donation/page.json' with { type: 'json' }

const euros = (major: number, minor = 0) => ({ major, minor, currency: 'EUR' })
const creeper = { id: 'x', name: 'Creeper', game: 'g', price: euros(5), parameters: [] }
const action = (id: string, more: object = {}) => ({ ...creeper, id, ...more })
const yen = { major: 100, minor: 0, currency: 'JPY' }
const given = {
  name: 'Alice',
  gateway: 'stripe',
  agreement: null,
  least: [euros(1), yen],
  goals: [],
  actions: [creeper],
}

let donorPage: object
/** The answer to a begun payment; undefined for one that is lost. */
let begun: (() => Response) | undefined
let states: string[]
let sent: { readonly requestId: string; readonly amount: object; readonly actions: readonly object[] }[]
let asked: number[]

const fetched = async (request: Request): Promise<Response> => {
  if (request.method === 'POST') {
    sent.push(JSON.parse(await request.text()))
    if (begun === undefined) throw new TypeError('fetch failed')
    return begun()
  }
  if (!request.url.includes('/payments/')) return Response.json(donorPage)
  asked.push(Date.now())
  return Response.json({ state: states.length > 1 ? states.shift() : states[0], amount: euros(5) })
}

const one = <Kind extends HTMLElement = HTMLInputElement>(selector: string) =>
  document.querySelector<Kind>(selector) ?? expect.fail(`no ${selector}`)
const textOf = (selector: string) => one(selector).textContent

const opened = async (search = ''): Promise<void> => {
  const html = readFileSync('shared/webPages/donation/page.html', 'utf8')
  document.body.innerHTML = /<body>(.*)<script/s.exec(html)?.[1] ?? ''
  const texts = document.body.appendChild(document.createElement('data'))
  const { en } = page.texts
  texts.value = [Object.keys(en).join(' '), ...Object.values(en)].join('\n')
  document.documentElement.lang = 'en'
  ;(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `https://api.test/donate/alice${search}`,
  )
  vi.resetModules()
  await import('../../../shared/webPages/donation/main.ts')
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
  one(`[name=${name}]`).dispatchEvent(new Event('change', { bubbles: true }))
}
const give = async (patienceMs = 1): Promise<void> => {
  one('form').dispatchEvent(new Event('submit', { cancelable: true }))
  await vi.advanceTimersByTimeAsync(patienceMs)
}

beforeEach(() => {
  vi.useFakeTimers()
  donorPage = given
  begun = () => Response.json({ token: 't', url: 'https://pay.test/s' })
  states = ['completed']
  sent = []
  asked = []
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
  ['1.500', 'EUR', euros(1, 50)],
  ['100', 'JPY', yen],
  ['0,99', 'EUR', 'At least €1.00.'],
  ['99', 'JPY', 'At least ¥100.'],
  ['100.5', 'JPY', 'This is not an amount.'],
  ['1.005', 'EUR', 'This is not an amount.'],
  ['much', 'EUR', 'This is not an amount.'],
])('an amount of “%s” %s is sent, or refused at its field: %j', async (text, currency, outcome) => {
  await opened()
  fill('[name=currency]', currency)
  fill('[name=amount]', text)

  await give()

  const isRefused = typeof outcome === 'string'
  expect(textOf('#problem')).toBe(isRefused ? outcome : '')
  expect(sent.map(({ amount }) => amount)).toEqual(isRefused ? [] : [outcome])
  expect(vi.mocked(location.assign).mock.calls).toEqual(isRefused ? [] : [['https://pay.test/s']])
})

test('the amount follows the chosen actions, is never made smaller, and what is not shown is not sent', async () => {
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

test('at most 20 actions can be chosen', async () => {
  donorPage = { ...given, actions: Array.from({ length: 22 }, (_action, place) => action(`x${place}`)) }
  await opened()

  for (let place = 0; place < 20; place++) check(`x${place}`)

  expect(document.querySelectorAll('[type=checkbox]:disabled').length).toBe(2)
})

test('the same donation is the same payment when it is sent again, also after a reload, and after its end another one', async () => {
  begun = undefined
  await opened()
  fill('[name=amount]', '5')
  await give()
  const lost = textOf('#problem')
  begun = () => Response.json({ token: 't', url: 'https://pay.test/s' })
  await opened()
  const restored = one('[name=amount]').value
  await give()
  states = ['expired']
  await opened()
  await give()
  states = ['completed']
  await opened()
  one('#again').click()

  const [first, again, next] = sent.map(({ requestId }) => requestId)
  expect([lost, restored]).toEqual(['The network is lost. Nothing was paid.', '5'])
  expect(again).toBe(first)
  expect(next).not.toBe(first)
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.length).toBe(0)
  expect(location.reload).toHaveBeenCalled()
})

test.each([
  ['open', 'Not paid yet.', true],
  ['paid', 'Thank you! The payment of €5.00 is on its way.', false],
  ['completed', 'Thank you! €5.00 arrived.', false],
  ['expired', 'This payment can no longer be made. Nothing was paid.', true],
  ['failed', 'The payment failed.', true],
  ['refunded', '€5.00 was returned to you.', false],
  ['disputed', '€5.00 was returned to you.', false],
])('a payment that is %s says “%s”, also where donations are closed', async (state, text, isOpen) => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  states = [state]
  await opened()
  const [words, isHidden, isAgainHidden] = [textOf('#state'), one('form').hidden, one('#again').hidden]
  donorPage = { ...given, gateway: null }
  await opened()

  expect([words, isHidden, isAgainHidden]).toEqual([text, !isOpen, isOpen])
  expect(textOf('#state')).toBe(text)
})

test('a payment is asked for until it has arrived, ever less often, at most each half minute', async () => {
  sessionStorage.setItem('donation:/donate/alice', 't')
  states = [...Array<string>(8).fill('open'), 'paid', 'completed']
  await opened()

  await vi.advanceTimersByTimeAsync(10 * 60_000)

  const waits = asked.slice(1).map((time, index) => Math.round((time - (asked[index] ?? 0)) / 1000))
  expect(waits).toEqual([2, 3, 5, 7, 10, 15, 23, 30, 30])
  expect(textOf('#state')).toBe('Thank you! €5.00 arrived.')
})

test.each([
  [429, { 'retry-after': '30' }, {}, 'Too many donations at once. Try again in 30 seconds.'],
  [429, {}, {}, 'Too many donations at once. Try again in 60 seconds.'],
  [400, {}, { code: 'c', detail: 'd.', errors: [{ detail: 'Too long' }] }, 'That failed: d. Too long'],
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
  donorPage = { ...given, agreement: 'yookassa' }
  await opened()
  const terms = textOf('#terms')
  donorPage = { ...given, gateway: null }
  await opened()

  expect(terms).toBe('You pay at YooKassa, by its terms.')
  expect([textOf('#state'), one('form').hidden]).toEqual(['Donations are not taken at the moment.', true])
})

test('the language of the address goes before the one that was chosen', async () => {
  localStorage.setItem('language', 'ru')

  await opened('?language=en')

  expect(location.replace).not.toHaveBeenCalled()
  expect(textOf('h1')).toBe('Donate to Alice')
})
