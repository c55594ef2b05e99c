import { expect, inject, test } from 'vitest'
import { request, tokenFor } from '../../support/apiClient.ts'
import { clientOf, connectTo, resume, type SocketClient } from '../../support/socketClient.ts'

const { websocket } = inject('localApi')

const listen = async (recipient: string, name: string): Promise<SocketClient> => {
  const authorization = `Bearer ${await tokenFor(recipient)}`
  const client = await clientOf(`${websocket}?name=${name}`, { authorization })
  client.send(resume())
  await client.until('welcome')
  return client
}

test('an alert reaches every listener of its recipient and nobody else, through the real bundles and their roles', async () => {
  const [alice, mallory] = [`realtime-${process.pid}-alice`, `realtime-${process.pid}-mallory`]
  const [one, other, stranger] = [
    await listen(alice, 'one'),
    await listen(alice, 'other'),
    await listen(mallory, 'one'),
  ]
  const body = { nickname: 'bob', amount: { major: 5, minor: 0, currency: 'EUR' } }

  await request('POST', '/alerts/commands/test-alert', { token: await tokenFor(alice), body })

  for (const client of [one, other])
    expect((await client.until('alert')).at(-1)).toMatchObject({ alert: { nickname: 'bob' } })
  // On a slow machine a message is sent again when its answer is late, so even `welcome` can come twice.
  expect(stranger.inbox.filter(({ type }) => type !== 'welcome')).toEqual([])
  await Promise.all([one, other, stranger].map((client) => client.close()))
})

test.each([
  ['no token', {}],
  ['a forged one', { authorization: 'Bearer a.b.c' }],
  ['another scheme', { authorization: 'Basic YWxpY2U6eA==' }],
])('with %s nobody gets in', async (_what, headers) => {
  expect(await connectTo(websocket, headers)).toBe(401)
})
