import { expect, onTestFinished, test, vi } from 'vitest'
import { createAuthorizationServer, userNamed } from '../../../local/sandbox/authorizationServer.ts'

interface Issued {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

const redeem = (server: ReturnType<typeof createAuthorizationServer>, code: string) =>
  server.redeemCode(code).body as Issued

const refused = { status: 400, body: { error: 'invalid_grant' } }

test('an id of a user has six digits, regression: one of five was no id to the crash points, once in 43,000 names', () => {
  expect(userNamed('user-mwxydqab-003008').id).toBe(181_831)
})

test('a name is the same user in every code and at every start', () => {
  const [first, second] = [createAuthorizationServer('kick'), createAuthorizationServer('kick')]
  const userOf = (server: typeof first, code: string) => server.userOf(`Bearer ${redeem(server, code).access_token}`)

  expect(userOf(first, 'good-alice')).toEqual(userOf(first, 'good-expired-alice'))
  expect(userOf(second, 'good-alice')).toEqual(
    userOf(first, 'good-alice-2') && { ...userOf(second, 'good-expired-alice') },
  )
  expect(userOf(first, 'good-bob')).toMatchObject({ name: 'bob' })
})

test('a refresh rotates both tokens, and ends the access token before it', () => {
  const server = createAuthorizationServer('kick')
  const first = redeem(server, 'good-alice')

  const second = server.refresh(first.refresh_token).body as Issued

  expect(second.access_token).not.toBe(first.access_token)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  expect(server.userOf(`Bearer ${first.access_token}`)).toBeUndefined()
  expect(server.userOf(`Bearer ${second.access_token}`)).toMatchObject({ name: 'alice' })
})

test('a refresh token outlives its server, so that accounts stay linked when the local API starts again', () => {
  const { refresh_token } = redeem(createAuthorizationServer('kick'), 'good-alice')
  const next = createAuthorizationServer('kick')

  const refreshed = next.refresh(refresh_token).body as Issued

  expect(next.userOf(`Bearer ${refreshed.access_token}`)).toMatchObject({ name: 'alice' })
  expect(next.refresh(refresh_token)).toMatchObject(refused)
  expect(createAuthorizationServer('vk').refresh(refreshed.refresh_token)).toMatchObject(refused)
  expect(next.refresh('kick-refresh-made-up')).toMatchObject(refused)
})

test.each(['access_token', 'refresh_token'] as const)('revoking the %s ends the grant', (kind) => {
  const server = createAuthorizationServer('kick')
  const issued = redeem(server, 'good-alice')
  const hasGranted = () => server.hasGranted(String(userNamed('alice').id), 'user:read')

  expect(hasGranted()).toBe(true)
  expect(server.revoke(issued[kind])).toBe(true)
  expect(hasGranted()).toBe(false)
  expect(server.userOf(`Bearer ${issued.access_token}`)).toBeUndefined()
  expect(server.refresh(issued.refresh_token)).toMatchObject(refused)
  expect(server.revoke(issued[kind])).toBe(false)
  expect(server.revoke('unknown')).toBe(false)
})

test('a code works once, and its token lives an hour, or identifies its user for a minute if it expires at once', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = createAuthorizationServer('kick')
  const [hour, atOnce] = [redeem(server, 'good-alice'), redeem(server, 'good-expired-alice')]
  const known = () => [hour, atOnce].map(({ access_token }) => server.userOf(`Bearer ${access_token}`) !== undefined)

  expect(server.redeemCode('good-alice')).toMatchObject(refused)
  vi.advanceTimersByTime(59_000)
  expect(known()).toEqual([true, true])
  vi.advanceTimersByTime(3_540_000)
  expect(known()).toEqual([true, false])
  vi.advanceTimersByTime(61_000)
  expect(known()).toEqual([false, false])
})

test('a refresh token that was replaced ends the whole grant, since somebody else may have it', () => {
  const server = createAuthorizationServer('kick')
  const first = redeem(server, 'good-alice')
  const second = server.refresh(first.refresh_token).body as Issued

  expect(server.refresh(first.refresh_token)).toMatchObject(refused)
  expect(server.refresh(second.refresh_token)).toMatchObject(refused)
  expect(server.userOf(`Bearer ${second.access_token}`)).toBeUndefined()
})
