import { expect, test } from 'vitest'
import { clientOf } from '../support/apiClient.ts'

const announcer = {
  text: 'We are live!',
  accountId: 'main',
  chatId: -1001234567890,
  buttons: [{ text: 'Watch', url: 'https://example.com/' }],
}

test('two recipients add, update, list and delete announcers, and neither sees or touches the other’s', async () => {
  const [alice, bob] = [clientOf('announcers-alice'), clientOf('announcers-bob')]
  const listOf = async (client: typeof alice) => (await client('GET', '/messenger/announcers')).body

  expect(
    await alice('POST', '/messenger/commands/add-announcer', { ...announcer, trigger: 'STREAM_STARTED' }),
  ).toMatchObject({ status: 200, body: {} })
  expect(await bob('POST', '/messenger/commands/update-announcers', { added: [announcer, announcer] })).toMatchObject({
    status: 200,
    body: {},
  })
  const [own] = await listOf(alice)
  const [foreign, other] = await listOf(bob)

  const touched = await alice('POST', '/messenger/commands/update-announcers', { deleted: [own.id, foreign.id] })
  const updated = await alice('POST', '/messenger/commands/update-announcers', {
    updated: [{ id: own.id, enabled: false, text: 'Later' }],
  })

  expect(touched).toMatchObject({ status: 404, body: { code: 'not_found', errors: [{ pointer: '/deleted/1' }] } })
  expect(updated.status).toBe(200)
  expect(await listOf(alice)).toEqual([{ ...own, enabled: false, text: 'Later' }])
  expect(await listOf(bob)).toEqual([foreign, other])

  await bob('POST', '/messenger/commands/update-announcers', { deleted: [foreign.id, other.id] })
  expect(await listOf(bob)).toEqual([])
})

test('a keyed request twice at once takes effect once, through the real bundles', async () => {
  const client = clientOf('announcers-keyed')
  const add = () => client('POST', '/messenger/commands/add-announcer', announcer, { 'idempotency-key': 'once' })

  const answers = await Promise.all([add(), add(), add()])

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
  expect((await client('GET', '/messenger/announcers')).body).toHaveLength(1)
})
