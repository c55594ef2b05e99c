import { beforeEach, expect, test, vi } from 'vitest'
import {
  areChatsOpen,
  arePrivateChatsAllowed,
  bucketName,
  connectionsUrl,
  env,
  keyArn,
  optionalEnv,
  parameterName,
  providerUrl,
  publicUrl,
  queueUrl,
  signIn,
  tableName,
  tableNames,
  webSocketUrl,
} from '../../../shared/runtime/env.ts'

beforeEach(() => void vi.unstubAllEnvs())

test('a function without a declared variable does not start, and names it', () => {
  vi.stubEnv('EMPTY', '')
  vi.stubEnv('MISSING', undefined)

  for (const name of ['EMPTY', 'MISSING']) {
    expect(() => env(name)).toThrow(`the environment variable ${name} is not set`)
    expect(optionalEnv(name)).toBeUndefined()
  }
})

test.each([
  ['a name', 'ANY_NAME', () => env('ANY_NAME')],
  ['a name that may be left out', 'ANY_NAME', () => optionalEnv('ANY_NAME')],
  ['a table', 'STREAM_EVENTS_TABLE', () => tableName('streamEvents')],
  ['a bucket', 'PRINTS_BUCKET', () => bucketName('prints')],
  ['a key', 'SECRETS_KEY', () => keyArn('secrets')],
  ['a queue', 'WAKE_UPS_QUEUE', () => queueUrl('wakeUps')],
  ['the address of overlays', 'WEBSOCKET_URL', webSocketUrl],
  ['the address of their connections', 'CONNECTIONS_URL', connectionsUrl],
])('%s is read from its variable', (_name, variable, read) => {
  vi.stubEnv(variable, 'value/')

  expect(read()).toBe('value/')
})

test.each([
  ['a provider', 'VK_LIVE_IDENTITY_URL', () => providerUrl('vkLive', 'identity')],
  ['the API', 'PUBLIC_URL', publicUrl],
])('the address of %s has no slash at its end', (_name, variable, read) => {
  vi.stubEnv(variable, 'https://host/path')
  const without = read()
  vi.stubEnv(variable, 'https://host/path/')

  expect([without, read()]).toEqual(['https://host/path', 'https://host/path'])
})

test('the names of several tables are read together, and a missing one is named', () => {
  vi.stubEnv('HISTORY_TABLE', 'stage-history')
  vi.stubEnv('STREAM_EVENTS_TABLE', 'stage-events')
  vi.stubEnv('ALERTS_TABLE', undefined)

  expect(tableNames('history', 'streamEvents')).toEqual({ history: 'stage-history', streamEvents: 'stage-events' })
  expect(() => tableNames('history', 'alerts')).toThrow('ALERTS_TABLE is not set')
})

test('a parameter is below the prefix of the deployment', () => {
  vi.stubEnv('PARAMETER_PREFIX', '/stage')

  expect(parameterName('kick', 'kick/client-id')).toBe('/stage/kick/client-id')
})

test('a panel signs in where the deployment says, for the scope that its tokens need', () => {
  for (const name of ['ISSUER', 'SIGN_IN_URL', 'CLIENT_ID', 'SCOPE']) vi.stubEnv(name, `the ${name}`)

  expect(signIn()).toEqual({
    issuer: 'the ISSUER',
    signInUrl: 'the SIGN_IN_URL',
    clientId: 'the CLIENT_ID',
    scope: 'the SCOPE',
  })
})

test.each([
  ['true', true],
  ['false', false],
  [undefined, false],
])('chats that nobody has linked, and private ones, are open where the deployment says so: %s', (value, open) => {
  for (const name of ['OPEN_CHATS', 'PRIVATE_CHATS']) vi.stubEnv(name, undefined)
  vi.stubEnv('OPEN_CHATS', value)
  expect([areChatsOpen(), arePrivateChatsAllowed()]).toEqual([open, false])

  vi.stubEnv('PRIVATE_CHATS', value)
  expect([areChatsOpen(), arePrivateChatsAllowed()]).toEqual([open, open])
})
