import type { OverlayPart } from '../../areas/overlays/overlayParts.ts'
import { decimalFromMoney } from '../../runtime/money/decimal.ts'
import { formatMoney } from '../client/formatMoney.ts'
import type { Goal } from '../client/generated/events.ts'
import type { Look } from './levelStyle.ts'
import { written } from './written.ts'

const amountOf = (money: Goal['target'], language: Look['language']): string =>
  formatMoney(money, language, money.minor === 0 ? { minimumFractionDigits: 0 } : {})

/** How far a goal is, from 0 to 1. */
const partOf = ({ reached, target }: Goal): number =>
  Math.min(1, Number(decimalFromMoney(reached)) / Number(decimalFromMoney(target)))

const barOf = (goal: Goal, { language }: Look): HTMLElement => {
  const bar = document.createElement('div')
  bar.className = 'goal'
  bar.style.setProperty('--part', String(partOf(goal)))
  bar.append(
    written('title', goal.title),
    written('reached', `${amountOf(goal.reached, language)} / ${amountOf(goal.target, language)}`),
  )
  return bar
}

/**
 * Shows a bar for each goal, unless the look switches them off, or the page shows another part alone. A source of goals
 * shows them always.
 */
export const showGoals = (container: HTMLElement, goals: readonly Goal[], look: Look, part?: OverlayPart): void => {
  const { show: isWished = true, position = 'top', accent } = look.goals ?? {}
  const show = part === undefined ? isWished : part === 'goals'
  container.dataset['position'] = position
  if (accent === undefined) container.style.removeProperty('--goal')
  else container.style.setProperty('--goal', accent)
  container.replaceChildren(...(show ? goals : []).map((goal) => barOf(goal, look)))
}
