import { eventually } from '../../local/demo/expectations.ts'
import type { Call } from '../../local/demo/story.ts'
import { hasMembers, knows } from './deployedOperations.ts'
import type { DeployedService } from './deployedService.ts'
import { newSecret } from './donors.ts'

/** Members of records that came with the release that brought members. */
const addNewRecords = async (call: Call): Promise<void> => {
  await call('createTicket', { body: { name: 'Goals', part: 'goals' } })
  await call('putConfig', { body: { name: 'overlay', value: { layout: 'beside', leaders: { currency: 'EUR' } } } })
  const addresses = {
    channel: 'https://example.com/',
    terms: 'https://example.com/terms',
    returnUrl: 'https://example.com/',
  }
  const donorPage = { enabled: true, name: 'Alice', least: [{ major: 5, minor: 0, currency: 'EUR' }], ...addresses }
  await call('putConfig', { body: { name: 'paymentpage', value: { donorPage } } })
}

/** Has the first user store records of every kind that a version knows; they rest afterwards. */
export const addRecords = async (call: Call, service: DeployedService): Promise<void> => {
  // 1.0.0 has no endpoints.
  if (await knows(service, 'setEndpoint'))
    await call('setEndpoint', { body: { url: 'https://bot.example.com/hooks', types: ['stream.started'] } })
  await call('createPlaylist', { body: { title: 'Chill', items: [{ title: 'One', src: 'HTTPS://Example.com' }] } })
  const news = { title: 'Charity stream', description: 'On Sunday.', demoUrl: 'HTTPS://Example.com' }
  await call('addNews', { body: { ...news, global: false } })
  await call('putConfig', { body: { name: 'theme', value: { color: 'teal' } } })
  await call('addActions', { body: { actions: [{ name: 'wave', price: { major: 5, minor: 0, currency: 'EUR' } }] } })
  await call('createTicket', { body: { name: 'Main scene' } })
  await call('setGateway', { body: { gateway: 'manual', type: 'fiat', secret: newSecret() } })
  const { printId } = await call('printCsv', { body: {} })
  await eventually(
    () => call('getPrint', { params: { printId } }),
    ({ status }) => status === 'ready',
    'the print is ready',
  )
  if (await hasMembers(service)) await addNewRecords(call)
}
