import { expect, test } from 'vitest'
import { leanClient } from '../../../../shared/web/client/leanClient.ts'
import { methodsOf, publicClient } from '../../../../shared/web/client/publicClient.ts'

const url = 'https://api.test'

/** The request that a client sends, and the answer that it gives. */
const exchanged = async (
  clientOf: (send: (request: Request) => Promise<Response>) => unknown,
  answer: () => Response,
  ...[method, path, parts]: readonly [string, string, unknown?]
) => {
  const sent: unknown[] = []
  const client = clientOf(async (request) => {
    sent.push(request.method, request.url, await request.text(), request.headers.get('content-type'))
    return answer()
  }) as Readonly<Record<string, (path: string, parts?: unknown) => Promise<Record<string, unknown>>>>
  const { data, error, response } = (await client[method]?.(path, parts)) ?? {}
  return { sent, data, error, status: (response as Response).status }
}

const ofPages = (send: (request: Request) => Promise<Response>) =>
  methodsOf(leanClient({ baseUrl: url, fetch: send }) as never)
const ofLibrary = (send: (request: Request) => Promise<Response>) => publicClient({ url, send })

test.each([
  ['GET', '/alerts', { params: { query: { size: 5, sort: ['a,asc', 'b,desc'] } } }],
  ['GET', '/payments/{id}/trace', { params: { path: { id: 'a/b ?#%' } } }],
  ['POST', '/alerts/commands/test-alert', { body: { nickname: '<b>"é' } }],
  ['PUT', '/config', { body: { name: 'overlay', value: {} } }],
  ['GET', '/goals', undefined],
])('%s %s is sent by pages as by openapi-fetch', async (method, path, parts) => {
  const answer = () => Response.json({ content: [] })

  expect(await exchanged(ofPages, answer, method, path, parts)).toEqual(
    await exchanged(ofLibrary, answer, method, path, parts),
  )
})

test.each([
  ['a problem', () => Response.json({ code: 'not_found' }, { status: 404 })],
  ['an answer that is no JSON', () => new Response('Bad gateway', { status: 400 })],
])('%s is given by pages as by openapi-fetch', async (_title, answer) => {
  const found = await exchanged(ofPages, answer, 'GET', '/goals')

  expect(found).toEqual(await exchanged(ofLibrary, answer, 'GET', '/goals'))
  expect([found.data, found.status >= 400]).toEqual([undefined, true])
})

test('middleware gets each request with its documented path, and may change it', async () => {
  const sent: (string | null)[] = []
  const client = leanClient({
    baseUrl: url,
    fetch: async (request) => {
      sent.push(request.headers.get('authorization'))
      return Response.json({})
    },
  })
  client.use({
    onRequest: ({ request, schemaPath }) => {
      request.headers.set('authorization', schemaPath)
      return request
    },
  })

  await client.GET('/payments/{id}', { params: { path: { id: '1' } } })

  expect(sent).toEqual(['/payments/{id}'])
})
