import { expect, test } from 'vitest'
import { linkRepository } from '../../../../shared/areas/recipients/tokenRepository.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

const toggle = (recipient: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  platforms.call('toggleToken', { recipient, body, headers })

const listOf = async (recipient: string) => (await platforms.call('listTokens', { recipient })).body.content

test('a token is set to the value sent, however often', async () => {
  const { someone, linkKick } = platforms
  const recipient = someone()
  const { id } = (await linkKick(recipient, `good-${someone()}`)).body

  for (const enabled of [false, false, true, true]) {
    expect(await toggle(recipient, { id, enabled })).toMatchObject({ status: 200, body: { id, enabled } })
    expect(await listOf(recipient)).toMatchObject([{ id, enabled }])
  }
  const [{ createdAt, updatedAt }] = await listOf(recipient)
  expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(createdAt))
})

test('a token of somebody else is as unknown as one that does not exist, and stays as it is', async () => {
  const { someone, linkKick } = platforms
  const [owner, stranger] = [someone(), someone()]
  const { id } = (await linkKick(owner, `good-${someone()}`)).body

  const foreign = await toggle(stranger, { id, enabled: false })

  expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found', errors: [{ in: 'body', pointer: '/id' }] } })
  expect(foreign).toEqual(await toggle(stranger, { id: 'unknown', enabled: false }))
  expect(await listOf(owner)).toMatchObject([{ id, enabled: true }])
  expect(await listOf(stranger)).toEqual([])
})

test.each([
  ['no id', { enabled: true }, '/id'],
  ['no flag', { id: 'x' }, '/enabled'],
  ['a flag that is a text', { id: 'x', enabled: 'true' }, '/enabled'],
])('%s is 400', async (_name, body, pointer) => {
  expect(await toggle('alice', body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] },
  })
})

test('an expired token of each platform is refreshed there', async () => {
  const { someone, call, linkExpired, getAccessToken, tokenRequests, sandbox } = platforms
  const recipient = someone()
  const grant = { authorizationCode: `good-expired-${someone()}` }
  const twitch = (await call('linkTwitch', { recipient, body: grant })).body.id
  const vkLive = (await call('getVkLiveToken', { recipient, body: grant })).body.body.id
  const ids = [await linkExpired(recipient), twitch, vkLive]
  const before = sandbox.log.length

  const answers = []
  for (const id of ids) answers.push(await getAccessToken(recipient, id))

  expect(answers.map(({ status, body }) => [status, body.token])).toEqual([
    [200, expect.stringMatching(/^kick-access-/)],
    [200, expect.stringMatching(/^twitch-access-/)],
    [200, expect.stringMatching(/^vk-access-/)],
  ])
  expect(tokenRequests('refresh_token', before)).toBe(3)
})

test('a link counts as enabled unless its record says otherwise: an account that the deployer assigned has none', async () => {
  const { someone, linkKick, aws } = platforms
  const recipient = someone()
  const { id, account } = (await linkKick(recipient, `good-${someone()}`)).body
  const links = linkRepository(aws.client, aws.table('tokens'))

  const whileEnabled = await links.hasEnabled(recipient, 'kick', account.id)
  await toggle(recipient, { id, enabled: false })

  expect(whileEnabled).toBe(true)
  expect(await links.hasEnabled(recipient, 'kick', account.id)).toBe(false)
  expect(await links.hasEnabled(recipient, 'twitch', account.id)).toBe(true)
  expect(await links.hasEnabled(someone(), 'kick', account.id)).toBe(true)
})
