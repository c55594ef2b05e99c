import { languageNames, languages } from '../../contract/languages.ts'
import { exponentOf } from '../../runtime/money/currency.ts'
import { comparableUnits, decimalFromMoney, moneyFromComparable } from '../../runtime/money/decimal.ts'
import { changeToKeptLanguage, chooseLanguage } from '../chosenLanguage.ts'
import { formatMoney } from '../client/formatMoney.ts'
import { newKey } from '../client/live/newKey.ts'
import { publicClient } from '../client/publicClient.ts'
import { gatewayName } from '../gatewayNames.ts'
import { givenMoney } from '../givenMoney.ts'
import { memoryIn } from '../memory.ts'
import { textsOfPage } from '../pageTexts.ts'
import { actionChoices, type DonorPage } from './actionChoices.ts'
import { element, made } from './dom.ts'
import type { donationSentences, donationTexts } from './donationTexts.ts'
import { goalRows } from './goalRows.ts'
import { isFinal } from './isFinal.ts'
import { refusalTexts } from './refusalTexts.ts'

const translate = textsOfPage<keyof typeof donationTexts | keyof typeof donationSentences.en>()
const language = document.documentElement.lang
const service = publicClient({ url: new URL('..', location.href).href.slice(0, -1) })
const recipientId = decodeURIComponent(location.pathname.split('/').at(-1) ?? '')

/** The way to the gateway and back ends in the same tab. */
const tabMemory = (name: string) => memoryIn(() => sessionStorage, `${name}:${location.pathname}`)

const begun = tabMemory('donation')
const request = tabMemory('request')
const draft = tabMemory('draft')

const heading = element<HTMLElement>('h1')
const form = element<HTMLFormElement>('form')
const button = element<HTMLButtonElement>('button[type=submit]')
const problem = element<HTMLElement>('#problem')
const status = element<HTMLElement>('#state')
const again = element<HTMLButtonElement>('#again')
const look = element<HTMLButtonElement>('#look')
const messageField = element<HTMLTextAreaElement>('[name=message]')
const amountField = element<HTMLInputElement>('[name=amount]')
const currencyField = element<HTMLSelectElement>('[name=currency]')

interface Refused {
  readonly error?: { readonly code?: string }
  readonly response: Response
}

/** What the donor can do about a refusal; one without a code comes from the gateway in front of the service. */
const reasonOf = ({ error, response: { status, headers } }: Refused): string => {
  const code = status === 429 ? 'rate_limited' : (error?.code ?? 'gateway_error')
  const known = Object.hasOwn(refusalTexts, code) ? (code as keyof typeof refusalTexts) : 'gateway_error'
  return translate(refusalTexts[known], { seconds: headers.get('retry-after') ?? '60' })
}

/** Says why nothing was sent, at the amount. */
const refuseAmount = (text: string): void => {
  problem.textContent = text
  amountField.setAttribute('aria-invalid', 'true')
  amountField.focus()
}

/** A link that leaves the form open. An answer that was kept from before an update has no address. */
const linkTo = (href: string | null | undefined, text: string): readonly HTMLElement[] =>
  href ? [made('a', { href, target: '_blank', rel: 'noreferrer' }, text)] : []

/** Whether no donations are taken. */
let isClosed = false

type Choices = ReturnType<typeof actionChoices>

const leastOf = ({ least }: DonorPage) => least.find(({ currency }) => currency === currencyField.value)

/** Undefined for no amount, or one that is finer than a currency of ISO 4217, whose least amount has no exponent. */
const givenAmount = (page: DonorPage) => {
  const { exponent } = leastOf(page) ?? {}
  const amount = givenMoney(amountField.value, currencyField.value, exponent ?? exponentOf(currencyField.value))
  return exponent === undefined && amount?.exponent !== undefined ? undefined : amount
}

const give = async (page: DonorPage, choices: Choices): Promise<void> => {
  const amount = givenAmount(page)
  if (amount === undefined) return refuseAmount(translate('noAmount'))
  const least = leastOf(page)
  if (least !== undefined && comparableUnits(amount) < comparableUnits(least))
    return refuseAmount(translate('least', { amount: formatMoney(least, language) }))
  if (comparableUnits(amount) < choices.cost())
    return refuseAmount(
      translate('cost', { amount: formatMoney(moneyFromComparable(choices.cost(), amount), language) }),
    )
  // The same donation that is sent again, even after a reload, is the same payment.
  const requestId = request.read() ?? newKey()
  request.write(requestId)
  const { nickname = '', message = '' } = Object.fromEntries(new FormData(form)) as Readonly<Record<string, string>>
  const answer = await service.POST('/donors/{recipientId}/payments', {
    params: { path: { recipientId } },
    body: { requestId, amount, nickname, message, actions: choices.chosen() },
  })
  if (answer.data === undefined) {
    problem.textContent = reasonOf(answer)
    return
  }
  begun.write(answer.data.token)
  location.assign(answer.data.url)
}

/** The texts of states that have none by their own name. */
const otherTexts = { failed: 'refused', disputed: 'returned', refunded: 'returned' } as const
/** A payment is asked for at growing intervals for so long, and then by a button. */
const longestAskingMs = 15 * 60_000

/**
 * Shows the state of this tab's donation until it has arrived. Without an answer the last one stays, and the state is
 * asked for again. Says whether another donation may be given.
 */
const followPayment = async (token: string, waitMs = 2000, waitedMs = 0): Promise<boolean> => {
  look.hidden = true
  const askAgain = (): void => {
    const again = () => followPayment(token, waitMs * 1.5, waitedMs + waitMs).then(offer)
    if (waitedMs + waitMs <= longestAskingMs) setTimeout(again, waitMs)
    else look.hidden = false
  }
  const answer = await service.GET('/donors/payments/{token}', { params: { path: { token } } }).catch(() => undefined)
  if (answer === undefined || !isFinal(answer.response)) {
    status.textContent ||= translate('unseen')
    askAgain()
    return !form.hidden
  }
  if (answer.data === undefined) {
    status.textContent = answer.response.status === 404 ? '' : reasonOf(answer)
    return true
  }
  const { state, amount, paymentId } = answer.data
  element('#receipt').textContent = paymentId === null ? '' : translate('receipt', { id: paymentId })
  const name = state in otherTexts ? otherTexts[state as keyof typeof otherTexts] : (state as 'open')
  status.textContent = translate(name, { amount: formatMoney(amount, language) })
  const isOver = ['expired', 'failed'].includes(state)
  if (isOver) request.write(null)
  if (state === 'open' || state === 'paid') askAgain()
  return isOver || state === 'open'
}

/** Shows the form, or after a donation the way to another one. */
const offer = (open: boolean): void => {
  form.hidden = isClosed || !open
  again.hidden = isClosed || open
}

const startAnew = (): void => {
  for (const memory of [begun, request, draft]) memory.write(null)
  location.reload()
}

/** Fills the fields as the donor left them. */
const restoreDraft = (): void => {
  const kept = new URLSearchParams(draft.read() ?? '')
  for (const field of form.querySelectorAll<HTMLInputElement>('[name]')) {
    const value = kept.get(field.name)
    if (value === null) continue
    if (field.type === 'checkbox') field.checked = true
    else field.value = value
  }
}

const keepDraft = (): void => {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  draft.write(new URLSearchParams(fields).toString())
}

/** Multiples of the least amount, or of one unit, that a donor may tap. */
const tappedMultiples = [2n, 5n, 10n, 20n]

const presets = (least: DonorPage['least'][number]): readonly HTMLButtonElement[] =>
  tappedMultiples.map((times) => {
    const units = comparableUnits(least) || comparableUnits({ ...least, major: 1, minor: 0 })
    const amount = moneyFromComparable(units * times, least)
    const preset = made('button', { type: 'button' }, formatMoney(amount, language))
    preset.addEventListener('click', () => {
      amountField.value = decimalFromMoney(amount)
      // As if the donor had written it.
      amountField.dispatchEvent(new Event('input', { bubbles: true }))
    })
    return preset
  })

const showLength = (): void => {
  element('#length').textContent = `${messageField.value.length} / ${messageField.maxLength}`
}

const showForm = (page: DonorPage, gateway: string): void => {
  const choices = actionChoices(page.actions, language)
  const actions = element<HTMLFieldSetElement>('fieldset')
  actions.append(...choices.rows)
  currencyField.replaceChildren(...page.least.map(({ currency }) => new Option(currency, currency)))
  restoreDraft()
  if (currencyField.selectedIndex < 0) currencyField.selectedIndex = 0
  const update = (): void => {
    const least = leastOf(page)
    const hint =
      least && comparableUnits(least) > 0n ? translate('least', { amount: formatMoney(least, language) }) : ''
    element('#least').textContent = hint
    element('#presets').replaceChildren(...(least === undefined ? [] : presets(least)))
    choices.update(currencyField.value)
    actions.hidden = !choices.offered()
  }
  update()
  showLength()
  messageField.addEventListener('input', showLength)
  const offered = page.agreement ?? gateway
  element('#terms').append(
    translate('terms', { gateway: gatewayName(offered) }),
    ...linkTo(page.terms, translate('termsOf', { name: page.name })).flatMap((link) => [' ', link]),
  )
  form.addEventListener('input', () => {
    problem.textContent = ''
    amountField.removeAttribute('aria-invalid')
    keepDraft()
  })
  currencyField.addEventListener('change', update)
  actions.addEventListener('change', () => {
    update()
    const amount = givenAmount(page)
    const cost = choices.cost()
    const like = leastOf(page)
    // The amount follows what was chosen, and is never made smaller.
    if (like !== undefined && cost > (amount === undefined ? 0n : comparableUnits(amount)))
      amountField.value = decimalFromMoney(moneyFromComparable(cost, like))
    keepDraft()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    problem.textContent = ''
    button.disabled = true
    await give(page, choices).catch(() => {
      problem.textContent = translate('lost')
    })
    button.disabled = false
  })
}

const pageOf = (query: object = {}) =>
  service.GET('/donors/{recipientId}', { params: { path: { recipientId }, query } })

/** The actions of the pages that follow. */
const further = async (response: Response): Promise<DonorPage['actions']> => {
  const [, query] = /<.([^>]+)/.exec(response.headers.get('link') ?? '') ?? []
  if (query === undefined) return []
  const next = await pageOf(Object.fromEntries(new URLSearchParams(query)))
  return [...(next.data?.actions ?? []), ...(await further(next.response))]
}

const show = async (): Promise<void> => {
  const answer = await pageOf()
  const { data, response } = answer
  if (data === undefined) {
    heading.textContent = response.status === 404 ? translate('unknown') : reasonOf(answer)
    return
  }
  document.title = translate('donateTo', { name: data.name })
  heading.textContent = document.title
  // The address itself tells donors whether this is the page of the streamer whom they mean.
  heading.after(...linkTo(data.channel, (data.channel ?? '').replaceAll(/^https?:\/\/(?:www\.)?|\/$/g, '')))
  const currencies = new Set(data.least.map(({ currency }) => currency))
  element('#goals').replaceChildren(...goalRows(data.goals, currencies, language))
  again.addEventListener('click', startAnew)
  const token = begun.read()
  look.textContent = translate('retry')
  look.addEventListener('click', () => followPayment(token ?? '').then(offer))
  isClosed = data.gateway === null
  const open = token === null || (await followPayment(token))
  if (data.gateway === null) {
    status.textContent ||= translate('closed')
    return
  }
  showForm({ ...data, actions: data.actions.concat(await further(response)) }, data.gateway)
  offer(open)
}

const showLanguages = (): void => {
  const choice = element<HTMLSelectElement>('#language')
  choice.append(...languages.map((each) => made('option', { value: each, lang: each }, languageNames[each])))
  choice.value = language
  choice.addEventListener('change', () => chooseLanguage(choice.value))
}

/** Its owner has no other name for the face than the heading's. */
const showFace = (): void => {
  const { value } = element<HTMLDataElement>('#face')
  if (value !== '') heading.before(made('img', { src: value, alt: '' }))
}

if (!changeToKeptLanguage()) {
  showFace()
  showLanguages()
  show().catch(() => {
    heading.textContent = translate(begun.read() === null ? 'lost' : 'unseen')
    again.textContent = translate('retry')
    again.hidden = false
    again.addEventListener('click', () => location.reload())
  })
}
