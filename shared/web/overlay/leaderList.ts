import { formatMoney } from '../client/formatMoney.ts'
import type { Leaders } from '../client/generated/events.ts'
import { nameOf } from './card.ts'
import type { Look } from './levelStyle.ts'
import { leadersIn } from './phrases.ts'
import { written } from './written.ts'

/** Shows who has given most; the list has its title before anybody has given. */
export const showLeaders = (container: HTMLElement, { period, leaders }: Leaders, look: Look): void => {
  const list = document.createElement('ol')
  list.append(
    ...leaders.map(({ nickname, amount }) => {
      const row = document.createElement('li')
      row.append(
        written('title', nameOf(nickname, look)),
        written('reached', formatMoney(amount, look.language, amount.minor === 0 ? { minimumFractionDigits: 0 } : {})),
      )
      return row
    }),
  )
  container.replaceChildren(written('heading', leadersIn(look.language ?? 'en', period)), list)
}
