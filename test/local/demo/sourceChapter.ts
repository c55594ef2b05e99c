import { randomBytes } from 'node:crypto'
import type { DonationStandIn } from '../sandbox/donationServices.ts'
import { eventually, expectThat } from './expectations.ts'
import type { Call, Chapter } from './story.ts'

const services = ['donationAlerts', 'streamElements', 'streamlabs'] as const satisfies readonly DonationStandIn[]

interface Item {
  readonly system: string
  readonly originId: string
  readonly message: string | null
}

/** A donor gives at the service, and the donation comes here once, also when it is imported later. */
const tellService = async (call: Call, service: DonationStandIn): Promise<void> => {
  const user = randomBytes(4).toString('hex')
  const { id, system } = await call('linkSource', { body: { service, credential: `good-${user}` } })
  const message = `From ${system}`
  const donation = { nickname: 'Olga', message, amount: '7.50', currency: 'EUR' }
  if ((await call.giveAt?.(service, user, donation)) === undefined) {
    call.show(`${system}: no stand-in is known here at which a donor could give`)
    return call('unlinkToken', { body: { id } })
  }
  await call.runSchedule('askSources')
  const items = async (): Promise<readonly Item[]> =>
    (await call('listHistory', { query: { systems: system } })).content.filter((item: Item) => item.message === message)
  const [item] = await eventually(items, ({ length }) => length === 1, 'the donation has come')
  const { content: sources } = await call('listSources')
  expectThat(
    sources.some(
      (source: { readonly id: string; readonly lastAskedAt: string | null }) => source.id === id && source.lastAskedAt,
    ),
    'the time of the answer is known',
  )
  const imported = { system, event: 'payment', originId: item?.originId, timestamp: new Date().toISOString() }
  const { skipped } = await call('addHistoryItems', { body: { items: [imported] } })
  expectThat(skipped.length === 1, 'an import finds it there')
  await call('unlinkToken', { body: { id } })
}

/** https://www.donationalerts.com/apidoc https://docs.streamelements.com https://dev.streamlabs.com/docs/pagination */
export const donationSources: Chapter = {
  title: 'Donations of DonationAlerts, StreamElements and Streamlabs',
  needsStandIns: true,
  run: async (call) => {
    for (const service of services) await tellService(call, service)
  },
}
