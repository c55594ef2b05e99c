import { afterAll, beforeAll, expect, test } from 'vitest'
import { kick } from '../../../shared/providers/kick.ts'
import { twitch } from '../../../shared/providers/twitch.ts'
import { vkLive } from '../../../shared/providers/vkLive.ts'
import type { Platform, StreamingPlatform } from '../../../shared/recipients/streamingPlatform.ts'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const urlsOf = (name: string) => ({
  identity: sandbox.urls[`${name}_IDENTITY_URL`] ?? '',
  api: sandbox.urls[`${name}_API_URL`] ?? '',
})

/** Each platform with credentials that end with `turn`. */
const platforms: Readonly<Record<Platform, (turn: () => number) => StreamingPlatform>> = {
  kick: (turn) =>
    kick(urlsOf('KICK'), async () => ({
      'kick/client-id': `id-${turn()}`,
      'kick/client-secret': `secret-${turn()}`,
      'kick/redirect-uri': '',
    })),
  twitch: (turn) =>
    twitch(urlsOf('TWITCH'), async () => ({
      'twitch/client-id': `id-${turn()}`,
      'twitch/client-secret': `secret-${turn()}`,
      'twitch/redirect-uri': '',
    })),
  vkLive: (turn) =>
    vkLive(urlsOf('VK_LIVE'), async () => ({
      'vk-live/client-id': `id-${turn()}`,
      'vk-live/client-secret': `secret-${turn()}`,
      'vk-live/redirect-uri': '',
    })),
}

test.each(Object.entries(platforms))(
  '%s gets the credentials of each request, also after a rotation',
  async (_name, make) => {
    let turn = 1
    const platform = make(() => turn)
    const before = sandbox.log.length
    const refresh = () => platform.refresh('refresh').catch(() => undefined)

    await refresh()
    turn = 2
    await refresh()

    const sent = sandbox.log.slice(before).map(({ body, headers }) => {
      const basic = Buffer.from(String(headers['authorization']).replace(/^Basic /, ''), 'base64')
        .toString()
        .replaceAll('%2D', '-')
      const form = new URLSearchParams(body)
      return form.has('client_secret') ? `${form.get('client_id')}:${form.get('client_secret')}` : basic
    })
    expect(sent).toEqual(['id-1:secret-1', 'id-2:secret-2'])
  },
)
