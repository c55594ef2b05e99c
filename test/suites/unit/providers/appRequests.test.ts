import { beforeEach, expect, test, vi } from 'vitest'
import {
  type ProviderAnswer,
  type ProviderHttp,
  type ProviderRequest,
  providerHttp,
} from '../../../../shared/mechanisms/outbound/http.ts'
import { appRequests } from '../../../../shared/providers/appRequests.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})

const tokenEndpoint = 'https://id.example/token'
const url = 'https://api.example/things'
const answerOf = (status: number, body: unknown = {}): ProviderAnswer => ({
  status,
  headers: {},
  body: JSON.stringify(body),
})

/** A platform that issues `token-1`, `token-2` …, and refuses these tokens. */
const platformRefusing = (...refused: readonly string[]) => {
  const [fetched, asked]: [ProviderRequest[], (ProviderRequest & { readonly by: string })[]] = [[], []]
  const answer = (by: string) => async (request: ProviderRequest) => {
    if (request.url === tokenEndpoint) {
      fetched.push(request)
      return answerOf(200, { access_token: `token-${fetched.length}` })
    }
    asked.push({ ...request, by })
    return answerOf(refused.includes(request.headers?.['authorization'] ?? '') ? 401 : 200)
  }
  const http: ProviderHttp = { ...providerHttp('Platform'), send: answer('send'), read: answer('read') }
  const send = appRequests(http, tokenEndpoint, async () => ({ clientId: 'id', clientSecret: 'secret' }))
  const authorizations = () => asked.map(({ headers }) => headers?.['authorization'])
  return { fetched, asked, send, authorizations }
}

test('a token of the client credentials grant goes with a read, which may be repeated', async () => {
  const { fetched, asked, send } = platformRefusing()

  expect(await send({ url }, [200])).toEqual(answerOf(200))

  expect(fetched).toEqual([
    {
      method: 'POST',
      url: tokenEndpoint,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials&client_id=id&client_secret=secret',
    },
  ])
  expect(asked).toEqual([{ url, by: 'read', headers: { authorization: 'Bearer token-1', 'client-id': 'id' } }])
})

test('a change is sent once, with its type where it has a body', async () => {
  const { asked, send } = platformRefusing()

  await send({ method: 'POST', url, body: '{}' }, [200])
  await send({ method: 'DELETE', url }, [200])

  const headers = { authorization: 'Bearer token-1', 'client-id': 'id' }
  expect(asked).toEqual([
    { method: 'POST', url, body: '{}', by: 'send', headers: { ...headers, 'content-type': 'application/json' } },
    { method: 'DELETE', url, by: 'send', headers },
  ])
})

test('a token serves for five minutes', async () => {
  const { send, authorizations } = platformRefusing()

  for (const elapsedMs of [0, 299_999, 300_000]) {
    vi.setSystemTime(now + elapsedMs)
    await send({ url }, [200])
  }

  expect(authorizations()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
})

test('a refused token is replaced once, though many requests are refused together', async () => {
  const { fetched, send, authorizations } = platformRefusing('Bearer token-1')

  const answers = await Promise.all([send({ url }, [200]), send({ url }, [200]), send({ url }, [200])])
  await send({ url }, [200])

  expect(answers).toEqual(Array(3).fill(answerOf(200)))
  expect(fetched).toHaveLength(2)
  expect(authorizations()).toEqual([...Array(3).fill('Bearer token-1'), ...Array(4).fill('Bearer token-2')])
})

test('a platform that refuses the second token too has refused the request, and the next one tries another token', async () => {
  const { send, authorizations } = platformRefusing('Bearer token-1', 'Bearer token-2')

  await expect(send({ url }, [200])).rejects.toMatchObject({
    code: 'provider_bad_answer',
    message: 'Platform sent an unexpected answer (401).',
  })
  await send({ url }, [200])

  expect(authorizations()).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-2', 'Bearer token-3'])
})

test('a status that is expected is an answer, and any other one a problem', async () => {
  const { send } = platformRefusing()

  expect(await send({ url }, [204, 200])).toEqual(answerOf(200))
  await expect(send({ url }, [204])).rejects.toMatchObject({
    code: 'provider_bad_answer',
    message: 'Platform sent an unexpected answer (200).',
  })
})

test.each([
  [429, { access_token: 'token' }, 'provider_unavailable'],
  [400, { access_token: 'token' }, 'provider_bad_answer'],
  [200, { access_token: '' }, 'provider_bad_answer'],
  [200, {}, 'provider_bad_answer'],
])('without a token, which is answered with %i %j, nothing is sent', async (status, body, code) => {
  const read = vi.fn<ProviderHttp['read']>()
  const http = { ...providerHttp('Platform'), send: async () => answerOf(status, body), read }
  const send = appRequests(http, tokenEndpoint, async () => ({ clientId: 'id', clientSecret: 'secret' }))

  await expect(send({ url }, [200])).rejects.toMatchObject({ code })
  expect(read).not.toHaveBeenCalled()
})
