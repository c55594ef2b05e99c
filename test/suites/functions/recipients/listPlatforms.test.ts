import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { platformSignIns } from '../../../../shared/areas/recipients/platformSignIns.ts'
import type { Answer } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { codeVerifier, startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

const challenge = createHash('sha256').update(codeVerifier).digest('base64url')

/** Signs in as a front end does that knows the answer of `listPlatforms` alone; where the browser comes back. */
const signIn = async (authorizeUrl: string, codeChallengeMethod: string | null): Promise<URL> => {
  const url = new URL(authorizeUrl)
  url.searchParams.set('state', 'of-the-front-end')
  if (codeChallengeMethod !== null) {
    url.searchParams.set('code_challenge', challenge)
    url.searchParams.set('code_challenge_method', codeChallengeMethod)
  }
  const { headers } = await fetch(url, { redirect: 'manual' })
  return new URL(headers.get('location') ?? '')
}

test('the listed platforms suffice to link an account, regression: operators’ notes had the client, scopes and PKCE', async () => {
  const { call, someone } = platforms
  const recipient = someone()
  const { body: listed } = await call('listPlatforms', { recipient })
  const operations: Readonly<Record<string, string>> = {
    kick: 'linkKick',
    twitch: 'linkTwitch',
    vkLive: 'getVkLiveToken',
  }

  for (const { platform, authorizeUrl, redirectUri, codeChallengeMethod } of listed) {
    const back = await signIn(authorizeUrl, codeChallengeMethod)
    const code = back.searchParams.get('code')
    const operation = operations[platform]
    const body =
      operation === undefined
        ? { service: platform, credential: code }
        : { authorizationCode: code, ...(codeChallengeMethod !== null && { codeVerifier }) }
    expect(back.href.startsWith(`${redirectUri}?`)).toBe(true)
    expect(back.searchParams.get('state')).toBe('of-the-front-end')
    expect(await call(operation ?? 'linkSource', { recipient, body })).toMatchObject({ status: 200 })
  }

  expect(listed).toMatchObject([
    { platform: 'kick', configured: true, linkPath: '/recipients/commands/link-kick', codeChallengeMethod: 'S256' },
    { platform: 'twitch', configured: true, linkPath: '/recipients/commands/link-twitch', codeChallengeMethod: null },
    { platform: 'vkLive', configured: true, linkPath: '/recipients/tokens/getvklivetoken', codeChallengeMethod: null },
    { platform: 'donationAlerts', configured: true, linkPath: '/sources/commands/link-source' },
    { platform: 'streamlabs', configured: true, linkPath: '/sources/commands/link-source' },
  ])
  const asked = listed.map(({ system, authorizeUrl, scopes }: Answer['body']) => {
    const { pathname, searchParams } = new URL(authorizeUrl)
    expect(scopes.join(' ')).toBe(searchParams.get('scope') ?? '')
    return [system, pathname, searchParams.get('scope')]
  })
  expect(asked).toEqual([
    ['Kick', '/id.kick.com/oauth/authorize', 'user:read events:subscribe kicks:read'],
    ['Twitch', '/id.twitch.tv/oauth2/authorize', 'moderator:read:followers channel:read:subscriptions bits:read'],
    ['VKLive', expect.stringContaining('/app/oauth2/authorize'), null],
    ['DonationAlerts', '/www.donationalerts.com/oauth/authorize', 'oauth-user-show oauth-donation-index'],
    ['Streamlabs', '/streamlabs.com/api/v2.0/authorize', 'donations.read'],
  ])
})

test('a platform without client is not configured', () => {
  const bases = {
    donationAlerts: 'https://www.donationalerts.com',
    kick: 'https://id.kick.com',
    streamlabs: 'https://streamlabs.com',
    twitch: 'https://id.twitch.tv',
    vkLive: 'https://vk.example',
  }

  const listed = platformSignIns(bases, { 'kick/client-id': 'client', 'twitch/redirect-uri': 'https://panel.example' })

  expect(listed.map(({ configured, authorizeUrl }) => [configured, authorizeUrl])).toEqual(
    Array.from({ length: 5 }, () => [false, null]),
  )
  expect(listed.slice(0, 2)).toMatchObject([{ clientId: 'client' }, { redirectUri: 'https://panel.example' }])
})
