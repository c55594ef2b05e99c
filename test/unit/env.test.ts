import { beforeEach, expect, test, vi } from 'vitest'
import {
  areChatsOpen,
  bucketName,
  connectionsUrl,
  env,
  keyArn,
  optionalEnv,
  parameterName,
  providerUrl,
  publicUrl,
  tableName,
  webSocketUrl,
} from '../../shared/env.ts'

beforeEach(() => void vi.unstubAllEnvs())

test('a function without what its template declares does not start, and hears what is missing', () => {
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

test('a parameter is below the prefix of the deployment', () => {
  vi.stubEnv('PARAMETER_PREFIX', '/stage')

  expect(parameterName('kick', 'kick/client-id')).toBe('/stage/kick/client-id')
})

test.each([
  ['true', true],
  ['false', false],
  [undefined, false],
])('chats that nobody has linked are open where the deployment says so: %s', (value, open) => {
  vi.stubEnv('OPEN_CHATS', value)

  expect(areChatsOpen()).toBe(open)
})
