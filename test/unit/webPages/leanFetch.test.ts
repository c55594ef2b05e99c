import createClientOfLibrary from 'openapi-fetch'
import { expect, test } from 'vitest'
import createClient from '../../../shared/webPages/leanFetch.ts'

/** The request that a client sends, and what it makes of the answer. */
const exchanged = async (
  create: typeof createClientOfLibrary,
  answer: () => Response,
  ...given: readonly unknown[]
) => {
  const sent: unknown[] = []
  const client = create({
    baseUrl: 'https://api.test',
    fetch: async (request: Request) => {
      sent.push([request.method, request.url, await request.text(), request.headers.get('content-type')])
      sent.push(request.headers.get('authorization'))
      return answer()
    },
  })
  client.use({
    onRequest: ({ request, schemaPath }) => {
      request.headers.set('authorization', `Bearer ${schemaPath}`)
      return request
    },
  })
  const [method, path, parts] = given as ['GET', never, never]
  const { data, error, response } = await client[method](path, parts)
  return { sent, data, error, status: response.status }
}

const lean = createClient as unknown as typeof createClientOfLibrary

test.each([
  ['GET', '/alerts', { params: { query: { size: 5, sort: ['a,asc', 'b,desc'] } } }],
  ['GET', '/payments/{id}/trace', { params: { path: { id: 'a/b ?#%' } } }],
  ['POST', '/alerts/commands/test-alert', { body: { nickname: '<b>"é' } }],
  ['PUT', '/config', { body: { name: 'overlay', value: {} } }],
  ['GET', '/goals', undefined],
])('%s %s is sent by the pages as by openapi-fetch', async (method, path, parts) => {
  const answer = () => Response.json({ content: [] })

  expect(await exchanged(lean, answer, method, path, parts)).toEqual(
    await exchanged(createClientOfLibrary, answer, method, path, parts),
  )
})

test.each([
  ['a problem', () => Response.json({ code: 'not_found' }, { status: 404 })],
  ['an answer that is no JSON', () => new Response('Bad gateway', { status: 502 })],
])('%s is given by the pages as by openapi-fetch', async (_title, answer) => {
  const found = await exchanged(lean, answer, 'GET', '/goals')

  expect(found).toEqual(await exchanged(createClientOfLibrary, answer, 'GET', '/goals'))
  expect([found.data, found.status > 400]).toEqual([undefined, true])
})
