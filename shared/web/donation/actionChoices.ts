import { comparableUnits } from '../../runtime/money/decimal.ts'
import type { SuccessOf } from '../client/answer.ts'
import { formatMoney } from '../client/formatMoney.ts'
import type { paths } from '../client/generated/api.ts'
import { made } from './dom.ts'

export type DonorPage = SuccessOf<paths['/donors/{recipientId}']['get']>
type DonorAction = DonorPage['actions'][number]
type Parameter = DonorAction['parameters'][number]

/** As many as a donation may have. */
const mostChosen = 20

const kinds: Readonly<Record<string, string>> = { number: 'number', boolean: 'checkbox', color: 'color' }

const fieldOf = ({ name, displayName, type }: Parameter, prefix: string) => {
  const input = made('input', { type: kinds[type] ?? 'text', name: `${prefix} ${name}`, maxLength: 256 })
  if (input.type === 'number') input.step = 'any'
  input.required = input.type !== 'checkbox'
  const value = (): unknown => {
    if (input.type === 'checkbox') return input.checked
    return input.type === 'number' ? input.valueAsNumber : input.value
  }
  return { name, value, input, label: made('label', {}, made('span', {}, displayName || name), input) }
}

const choiceOf = (action: DonorAction, language: string) => {
  const box = made('input', { type: 'checkbox', name: action.id })
  const fields = action.parameters.map((parameter) => fieldOf(parameter, action.id))
  const price = made('span', { className: 'price' }, formatMoney(action.price, language))
  const parameters = made('div', { className: 'parameters', hidden: true }, ...fields.map(({ label }) => label))
  const row = made(
    'div',
    { className: 'action' },
    made('label', {}, box, made('span', {}, action.name, made('small', { className: 'soft' }, action.game)), price),
    parameters,
  )
  // What is not shown is neither asked for nor sent.
  const update = (currency: string): void => {
    row.hidden = action.price.currency !== currency
    if (row.hidden) box.checked = false
    parameters.hidden = !box.checked || fields.length === 0
    for (const { input } of fields) input.disabled = !box.checked
  }
  const chosen = () => ({
    actionId: action.id,
    parameters: Object.fromEntries(fields.map(({ name, value }) => [name, value()])),
  })
  return { action, box, row, update, chosen }
}

/** The actions that a donor may choose, those of one currency at a time. */
export const actionChoices = (actions: DonorPage['actions'], language: string) => {
  const choices = actions.map((action) => choiceOf(action, language))
  const marked = () => choices.filter(({ box }) => box.checked)
  return {
    rows: choices.map(({ row }) => row),
    update: (currency: string): void => {
      for (const choice of choices) choice.update(currency)
      const full = marked().length >= mostChosen
      for (const { box } of choices) box.disabled = full && !box.checked
    },
    offered: (): boolean => choices.some(({ row }) => !row.hidden),
    /** The chosen actions, with the parameters that the donor has given. */
    chosen: () => marked().map((choice) => choice.chosen()),
    /** What the chosen ones cost together, in comparable units. */
    cost: (): bigint => marked().reduce((sum, { action }) => sum + comparableUnits(action.price), 0n),
  }
}
