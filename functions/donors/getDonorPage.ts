import { type ActionRepository, actionRepository } from '../../shared/areas/actions/actionRepository.ts'
import { type ConfigValueStore, configValueStore } from '../../shared/areas/config/configRepository.ts'
import { type Checkouts, readyCheckout } from '../../shared/areas/donors/checkouts.ts'
import { getDonorPage } from '../../shared/areas/donors/contract.ts'
import { donorPageFromConfig, pageKeptMs } from '../../shared/areas/donors/donorPage.ts'
import { type EnabledGateway, enabledGateway } from '../../shared/areas/payments/gatewayRepository.ts'
import { listedGoal, storedGoals } from '../../shared/areas/totals/goal.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { stripeCheckout } from '../../shared/providers/stripeCheckout.ts'
import { yookassaCheckout } from '../../shared/providers/yookassaCheckout.ts'
import { cached } from '../../shared/runtime/cached.ts'
import { providerUrl, tableName } from '../../shared/runtime/env.ts'
import { moneyFromItem } from '../../shared/runtime/money/money.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const mostActions = 200
const cacheControl = 'public, max-age=30'

export const handle = (
  configs: Pick<ConfigValueStore, 'paymentPage'>,
  actions: Pick<ActionRepository, 'list'>,
  enabledOf: EnabledGateway,
  totals: Pick<TotalsRepository, 'read'>,
  checkouts: Checkouts,
  clock = systemClock,
): Handle<typeof getDonorPage> => {
  const read = async (recipientId: string) => {
    const { value, gateway: agreement } = await configs.paymentPage(recipientId)
    const page = donorPageFromConfig(value)
    if (page === undefined) return undefined
    const [offered, sealed, { goals }] = await Promise.all([
      actions.list(recipientId),
      enabledOf(recipientId, 'fiat', epochSeconds(clock())),
      totals.read(recipientId),
    ])
    return {
      recipientId,
      name: page.name,
      picture: page.picture || null,
      least: page.least.map(moneyFromItem),
      goals: storedGoals(goals).map(listedGoal),
      actions: offered
        .filter(({ enabled }) => enabled)
        .slice(0, mostActions)
        .map(({ id, name, category, game, price, parameters }) => ({ id, name, category, game, price, parameters })),
      gateway: (readyCheckout(checkouts, sealed) && sealed?.gateway) ?? null,
      agreement,
    }
  }
  const pageOf = cached(pageKeptMs, read, () => true, clock)

  return async ({ params: { recipientId } }) => {
    const body = await pageOf(recipientId)
    if (body === undefined) throw new Problem('not_found', 'There is no such donor page.')
    return { body, headers: { 'cache-control': cacheControl } }
  }
}

export const handler = httpHandler(
  getDonorPage,
  handle(
    configValueStore(documentClient, tableName('configs')),
    actionRepository(documentClient, tableName('actions')),
    enabledGateway(documentClient, tableName('gateways')),
    totalsRepository(documentClient, tableName('recipients')),
    {
      stripe: stripeCheckout(providerUrl('stripe', 'api')),
      yookassa: yookassaCheckout(providerUrl('yookassa', 'api')),
    },
  ),
)
