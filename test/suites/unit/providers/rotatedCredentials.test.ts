import { expect, test } from 'vitest'
import type { StreamingPlatform } from '../../../../shared/areas/recipients/streamingPlatform.ts'
import { kick } from '../../../../shared/providers/kick.ts'
import { twitch } from '../../../../shared/providers/twitch.ts'
import { vkLive } from '../../../../shared/providers/vkLive.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const sandbox = await sharedByTests(startSandbox())

test.each<readonly [string, string, (urls: never, credentials: never) => StreamingPlatform]>([
  ['KICK', 'kick', kick],
  ['TWITCH', 'twitch', twitch],
  ['VK_LIVE', 'vk-live', vkLive],
])('%s gets the credentials of each request, also after a rotation', async (name, prefix, make) => {
  let version = 1
  const urls = { identity: sandbox.urls[`${name}_IDENTITY_URL`] ?? '', api: '' }
  const credentials = async () => ({
    [`${prefix}/client-id`]: `id-${version}`,
    [`${prefix}/client-secret`]: `secret-${version}`,
    [`${prefix}/redirect-uri`]: '',
  })
  const platform = make(urls as never, credentials as never)
  const before = sandbox.log.length
  const refresh = () => platform.refresh('refresh').catch(() => undefined)

  await refresh()
  version = 2
  await refresh()

  const sent = sandbox.log.slice(before).map(({ body, headers }) => {
    const basic = Buffer.from(String(headers['authorization']).replace(/^Basic /, ''), 'base64').toString()
    const form = new URLSearchParams(body)
    return form.has('client_secret')
      ? `${form.get('client_id')}:${form.get('client_secret')}`
      : basic.replaceAll('%2D', '-')
  })
  expect(sent).toEqual(['id-1:secret-1', 'id-2:secret-2'])
})
