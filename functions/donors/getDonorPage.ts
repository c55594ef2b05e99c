import { type ActionRepository, actionRepository } from '../../shared/areas/actions/actionRepository.ts'
import { type ConfigValueStore, configValueStore } from '../../shared/areas/config/configRepository.ts'
import { type Checkouts, readyCheckout } from '../../shared/areas/donors/checkouts.ts'
import { getDonorPage, mostActionBytes } from '../../shared/areas/donors/contract.ts'
import { donorPageFromConfig, pageKeptMs } from '../../shared/areas/donors/donorPage.ts'
import { type EnabledGateway, enabledGateway } from '../../shared/areas/payments/enabledGateway.ts'
import { listedGoal, storedGoals } from '../../shared/areas/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { gatewayCheckouts } from '../../shared/providers/gatewayCheckouts.ts'
import { cached } from '../../shared/runtime/cached.ts'
import { moneyFromItem } from '../../shared/runtime/money/money.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const mostActions = 200
const cacheControl = 'public, max-age=30'

type Shown = Omit<Found['actions'][number], 'enabled' | 'payload' | 'registeredAt'>
type Found = Awaited<ReturnType<ActionRepository['some']>>

/** The actions for sale that fit an answer, and the id behind which the next ones are. */
const shownActions = ({ actions, isLast }: Found) => {
  const shown: Shown[] = []
  let [bytes, last] = [0, '']
  for (const { id, name, category, game, price, parameters, enabled } of actions) {
    const action = { id, name, category, game, price, parameters }
    const size = enabled ? Buffer.byteLength(JSON.stringify(action)) + 1 : 0
    const isTooLong = size > mostActionBytes
    if (!isTooLong && bytes + size > mostActionBytes) return { actions: shown, next: last }
    last = id
    if (!enabled || isTooLong) continue
    bytes += size
    shown.push(action)
  }
  return { actions: shown, next: isLast ? undefined : last }
}

export const handle = (
  configs: Pick<ConfigValueStore, 'paymentPage'>,
  actions: Pick<ActionRepository, 'some'>,
  enabledOf: EnabledGateway,
  totals: Pick<TotalsRepository, 'read'>,
  checkouts: Checkouts,
  clock = systemClock,
): Handle<typeof getDonorPage> => {
  const read = async (key: string) => {
    const [recipientId, after] = JSON.parse(key) as [string, string?]
    const { value, gateway: agreement } = await configs.paymentPage(recipientId)
    const page = donorPageFromConfig(value)
    if (page === undefined) return undefined
    const [found, sealed, { goals }] = await Promise.all([
      actions.some(recipientId, after, mostActions),
      enabledOf(recipientId, 'fiat', epochSeconds(clock())),
      totals.read(recipientId),
    ])
    const offered = shownActions(found)
    const body = {
      recipientId,
      name: page.name,
      picture: page.picture || null,
      channel: page.channel || null,
      terms: page.terms || null,
      least: page.least.map(moneyFromItem),
      goals: storedGoals(goals).map(listedGoal),
      actions: offered.actions,
      gateway: (readyCheckout(checkouts, sealed) && sealed?.gateway) ?? null,
      agreement,
    }
    const next = offered.next && `<?${new URLSearchParams({ after: offered.next })}>; rel="next"`
    return { body, headers: { 'cache-control': cacheControl, link: next } }
  }
  const answerOf = cached(pageKeptMs, read, () => true, clock)

  return async ({ params: { recipientId }, query: { after } }) => {
    const answer = await answerOf(JSON.stringify([recipientId, ...(after === undefined ? [] : [after])]))
    if (answer === undefined) throw new Problem('not_found', 'There is no such donor page.')
    return answer
  }
}

export const handler = httpHandler(
  getDonorPage,
  handle(
    configValueStore(documentClient),
    actionRepository(documentClient),
    enabledGateway(documentClient),
    totalsRepository(documentClient),
    gatewayCheckouts(),
  ),
)
