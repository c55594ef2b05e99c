import { comparableUnits } from '../../runtime/money/decimal.ts'
import { formatMoney } from '../client/formatMoney.ts'
import type { components } from '../client/generated/api.ts'
import { made } from './dom.ts'

type Goal = components['schemas']['GoalState']

/** A labelled bar for each goal to which a donation in one of the currencies counts. */
export const goalRows = (
  goals: readonly Goal[],
  currencies: ReadonlySet<string>,
  language: string,
): readonly HTMLElement[] =>
  goals
    .filter(({ target }) => currencies.has(target.currency))
    .map(({ title, reached, target }) => {
      const amounts = `${formatMoney(reached, language)} / ${formatMoney(target, language)}`
      const bar = made('progress', { max: Number(comparableUnits(target)), value: Number(comparableUnits(reached)) })
      return made('label', { className: 'goal' }, made('span', {}, title), made('small', {}, amounts), bar)
    })
