import { formatMoney } from '../../client/formatMoney.ts'
import { newKey } from '../../client/live/newKey.ts'
import { publicClient } from '../../client/publicClient.ts'
import { moneyFromDecimal } from '../../money/decimal.ts'
import { changeToKeptLanguage } from '../chosenLanguage.ts'
import { textsOfPage } from '../pageTexts.ts'
import type { donationTexts } from './donationTexts.ts'

const say = textsOfPage<keyof typeof donationTexts>()
const service = publicClient({ url: new URL('..', location.href).href.slice(0, -1) })
const recipientId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
/** A reload in the middle of a payment asks for the same one again. */
const requestId = newKey()

const element = <Kind extends Element>(selector: string): Kind => {
  const found = document.querySelector<Kind>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

const form = element<HTMLFormElement>('form')
const button = element<HTMLButtonElement>('form button')
const problem = element<HTMLElement>('#problem')

const reasonOf = ({ detail }: { readonly detail: string }, response: Response): string => {
  const seconds = response.headers.get('retry-after') ?? '60'
  return response.status === 429 ? say('tooMany', { seconds }) : say('failed', { reason: detail })
}

const give = async (): Promise<void> => {
  const fields = Object.fromEntries(new FormData(form)) as Readonly<Record<string, string>>
  const { nickname = '', message = '', currency = '' } = fields
  const amount = moneyFromDecimal((fields['amount'] ?? '').trim().replace(',', '.'), currency)
  if (amount === undefined) {
    problem.textContent = say('noAmount')
    return
  }
  const { data, error, response } = await service.POST('/donors/{recipientId}/payments', {
    params: { path: { recipientId } },
    body: { requestId, amount: { ...amount, exponent: amount.exponent ?? null }, nickname, message },
  })
  if (data === undefined) {
    problem.textContent = reasonOf(error, response)
    return
  }
  sessionStorage.setItem(`donation:${recipientId}`, data.token)
  location.assign(data.url)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  problem.textContent = ''
  button.disabled = true
  give()
    .catch(() => {
      problem.textContent = say('lost')
    })
    .finally(() => {
      button.disabled = false
    })
})

const states = { failed: 'refused', refunded: 'returned', disputed: 'returned' } as const

/** The state of the donation that this tab began. */
const showPayment = async (): Promise<void> => {
  const token = sessionStorage.getItem(`donation:${recipientId}`)
  if (token === null) return
  const { data } = await service.GET('/donors/payments/{token}', { params: { path: { token } } })
  if (data === undefined) return
  const { state, amount } = data
  const name = state === 'failed' || state === 'refunded' || state === 'disputed' ? states[state] : state
  element('#state').textContent = say(name, { amount: formatMoney(amount, document.documentElement.lang) })
}

const show = async (): Promise<void> => {
  const { data, response } = await service.GET('/donors/{recipientId}', { params: { path: { recipientId } } })
  if (data === undefined) {
    element('h1').textContent = response.status === 404 ? say('unknown') : say('lost')
    return
  }
  document.title = say('donateTo', { name: data.name })
  element('h1').textContent = document.title
  await showPayment()
  if (data.gateway === null) {
    problem.textContent = say('closed')
    return
  }
  const currencies = data.least.map(({ currency }) => currency)
  element('select').replaceChildren(...currencies.map((currency) => new Option(currency, currency)))
  form.hidden = false
}

if (!changeToKeptLanguage()) {
  for (const place of document.querySelectorAll<HTMLElement>('[data-says]'))
    place.textContent = say(place.dataset['says'] as keyof typeof donationTexts)
  show().catch(() => {
    element('h1').textContent = say('lost')
  })
}
