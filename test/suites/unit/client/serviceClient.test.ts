import { beforeEach, expect, test, vi } from 'vitest'
import { ServiceError } from '../../../../shared/web/client/problem.ts'
import { publicClient } from '../../../../shared/web/client/publicClient.ts'
import { serviceClient } from '../../../../shared/web/client/serviceClient.ts'

const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(
    { type: `urn:${code}`, title: code, detail: code, status, code, instance: 'urn:request:1' },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

type Step = () => Response

/** A client whose service answers with these, one after another. */
const clientWith = (...steps: readonly Step[]) => {
  const requests: Request[] = []
  const send = async (request: Request): Promise<Response> => {
    const step = steps[requests.length]
    requests.push(request)
    if (step === undefined) throw new Error(`an unexpected request: ${request.method} ${request.url}`)
    return step()
  }
  return { requests, client: serviceClient({ url: 'https://api.test', token: () => 'secret', send }) }
}
const lost: Step = () => {
  throw new TypeError('fetch failed')
}
const repeated = { body: { historyItemId: 'h1' } }
const keysOf = (requests: readonly Request[]) => requests.map(({ headers }) => headers.get('idempotency-key'))

/** How long a request takes, in milliseconds, whose pauses are the longest possible ones. */
const timed = async <Value>(pending: Promise<Value>): Promise<readonly [Value, number]> => {
  const start = Date.now()
  const [value] = await Promise.all([pending, vi.runAllTimersAsync()])
  return [value, Date.now() - start]
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

test('a command is sent with the token and a key, and again with the same key when its answer was lost', async () => {
  const { client, requests } = clientWith(
    lost,
    () => problem(503, 'store_unavailable'),
    () => Response.json({}),
  )

  const [answer, took] = await timed(client.POST('/history/commands/repeat-alert', repeated))

  expect(answer.error).toBeUndefined()
  expect(requests.map(({ url }) => url)).toEqual(Array(3).fill('https://api.test/history/commands/repeat-alert'))
  expect(new Set(keysOf(requests)).size).toBe(1)
  expect(keysOf(requests)[0]).toMatch(/^[\w-]{43}$/)
  expect(requests[2]?.headers.get('authorization')).toBe('Bearer secret')
  expect(await requests[2]?.json()).toEqual(repeated.body)
  expect(took).toBe(300 + 600)
})

test('a PUT is sent with a key too, and a read without one', async () => {
  const { client, requests } = clientWith(...Array(2).fill(() => Response.json({})))

  await client.PUT('/config', { body: { name: 'theme', value: {} } })
  await client.GET('/config')

  expect(keysOf(requests)).toEqual([expect.stringMatching(/^[\w-]{43}$/), null])
})

test('a client of public operations repeats a read too, and sends neither token nor key', async () => {
  const requests: Request[] = []
  const steps = [() => problem(503, 'store_unavailable'), () => Response.json({ name: 'Alice' })]
  const send = async (request: Request) => {
    requests.push(request)
    return steps.shift()?.() ?? expect.fail('an unexpected request')
  }

  const path = { recipientId: 'alice' }
  const [{ data }] = await timed(
    publicClient({ url: 'https://api.test', send }).GET('/donors/{recipientId}', { params: { path } }),
  )

  expect(data?.name).toBe('Alice')
  expect(requests.map(({ headers }) => [...headers.keys()])).toEqual([[], []])
})

test('each request has the token of its time, regression: a session ended with its first token', async () => {
  const requests: Request[] = []
  const tokens = ['first', 'second', 'third']
  const send = async (request: Request) => {
    requests.push(request)
    return Response.json({ content: [] })
  }
  const client = serviceClient({ url: 'https://api.test', token: async () => tokens.shift() ?? '', send })

  await client.GET('/alerts')
  await client.POST('/history/commands/repeat-alert', repeated)
  for await (const _ of client.each('/alerts'));

  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
    'Bearer third',
  ])
})

test('each call has a key of its own, and keeps one that it was given', async () => {
  const { client, requests } = clientWith(...Array(3).fill(() => Response.json({})))

  await client.POST('/history/commands/repeat-alert', repeated)
  await client.POST('/history/commands/repeat-alert', repeated)
  await client.POST('/history/commands/repeat-alert', {
    ...repeated,
    params: { header: { 'Idempotency-Key': 'mine' } },
  })

  const [one, other, given] = keysOf(requests)
  expect(one).not.toBe(other)
  expect(given).toBe('mine')
})

test('a command whose answer holds a secret has no key, and is not repeated when its answer was lost', async () => {
  const { client, requests } = clientWith(lost)

  await expect(client.POST('/overlays/commands/create-ticket', { body: {} })).rejects.toThrow('fetch failed')

  expect(keysOf(requests)).toEqual([null])
})

test("an error of the gateway, which has no code, is a problem whose code is 'gateway_error'", async () => {
  const { client } = clientWith(() => Response.json({ message: 'Unauthorized' }, { status: 401 }))

  const { error } = await client.GET('/alerts')

  expect(error).toMatchObject({ code: 'gateway_error', status: 401, title: 'Unauthorized' })
})

test('a problem has its code, and the compiler knows the codes of an operation', async () => {
  const { client } = clientWith(() => problem(404, 'not_found'))

  const { error } = await client.POST('/history/commands/repeat-alert', repeated)

  if (error?.code === 'not_found') expect(error.status satisfies 404).toBe(404)
  else expect.fail()
  // @ts-expect-error no history item has an account that is linked
  expect(error.code === 'account_already_linked').toBe(false)
})

test('the compiler refuses members that do not exist, in a body, a path and a query', async () => {
  const answered = () => Response.json({})
  const { client, requests } = clientWith(answered, answered, answered)
  const query = { after: '2026-01-01T00:00:00Z', before: '2026-02-01T00:00:00Z' }

  await Promise.all([
    // @ts-expect-error `nicknme`
    client.POST('/alerts/commands/test-alert', { body: { nicknme: 'Ada' } }),
    // @ts-expect-error `historyItem`
    client.GET('/history/{historyItemId}', { params: { path: { historyItemId: '1', historyItem: '1' } } }),
    // @ts-expect-error `aftr`
    client.GET('/alerts', { params: { query: { ...query, aftr: query.after } } }),
  ])

  expect(requests).toHaveLength(3)
})

test('a client with a text as its token, and without a way to send, uses the fetch of its platform', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ content: [] }))
  const client = serviceClient({ url: 'https://api.test', token: 'text' })

  expect((await client.GET('/alerts')).response.status).toBe(200)

  const request = sent.mock.calls[0]?.[0] as Request
  expect([request.url, request.headers.get('authorization')]).toEqual(['https://api.test/alerts', 'Bearer text'])
})

const page = (items: readonly string[], next?: string): Step => {
  const headers = next === undefined ? undefined : { link: `<${next}>; rel="next"` }
  return () => Response.json({ content: items.map((id) => ({ id })) }, headers && { headers })
}

test('a list is read page after page, by the query of each link', async () => {
  const { client, requests } = clientWith(
    page(['a', 'b'], '?sort=createdAt%2Cdesc&sort=id&cursor=x%3D%26'),
    page([], '/payments?cursor=y'),
    page(['c']),
  )
  const ids: string[] = []

  for await (const { id } of client.each('/payments', { size: 2 })) ids.push(id)

  expect(ids).toEqual(['a', 'b', 'c'])
  expect(requests.map(({ url }) => new URL(url).search)).toEqual([
    '?size=2',
    '?sort=createdAt%2Cdesc&sort=id&cursor=x%3D%26',
    '?cursor=y',
  ])
})

test('a list whose next page is refused throws its problem', async () => {
  const { client } = clientWith(page(['a'], '?cursor=x'), () => problem(400, 'invalid_request'))
  const read = async () => {
    for await (const _ of client.each('/alerts'));
  }

  const error = await read().catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(ServiceError)
  expect((error as ServiceError).problem.code).toBe('invalid_request')
})

test('an empty refresh token is an error, so that nobody stores it', async () => {
  const answers = ['', 'refresh'].map((refreshToken) => {
    const send = async () => Response.json({ refreshToken })
    return publicClient({ url: 'https://api.test', send }).POST('/otp/exchange', { body: { otp: 'x' } })
  })

  const [refused, taken] = await Promise.all(answers)

  expect(refused).toMatchObject({ error: { code: 'one_time_code_rejected' } })
  expect(refused?.data).toBeUndefined()
  expect(taken?.data).toEqual({ refreshToken: 'refresh' })
})
