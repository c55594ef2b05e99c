import { expect, test } from 'vitest'
import { clientOf } from '../../support/apiClient.ts'

const [owner, other] = [clientOf('uploads-e2e-owner'), clientOf('uploads-e2e-other')]
const gif = Buffer.from('GIF89a\u0001\0\u0001\0 and so on', 'latin1')

const begin = async (bytes = gif.length): Promise<{ readonly id: string; readonly url: string }> =>
  (await owner('POST', '/uploads/commands/begin', { name: 'coin.gif', kind: 'image', bytes })).body

const send = async (url: string, body: Uint8Array<ArrayBuffer>): Promise<number> =>
  (await fetch(url, { method: 'PUT', body })).status

test('a page of any origin may send exactly the bytes that were announced', async () => {
  const { url } = await begin()
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://panel.example', 'access-control-request-method': 'PUT' },
  })

  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(await send(url, Buffer.concat([gif, gif]))).toBe(403)
  expect(await send(url, gif.subarray(0, 6))).toBe(403)
  expect(await send(url, gif)).toBe(200)
})

test('a file is read only by a link that is signed for it', async () => {
  const { id, url } = await begin()
  await send(url, gif)
  await owner('POST', '/uploads/commands/check', { id })
  const { uploads } = (await owner('GET', '/uploads')).body
  const link = new URL(uploads.find((upload: { id: string }) => upload.id === id).url)
  const statusOf = async (address: URL): Promise<number> => (await fetch(address)).status

  expect(await statusOf(link)).toBe(200)
  expect(await statusOf(new URL(link.pathname, link))).toBe(403)
  expect(await statusOf(new URL(link.href.replace('uploads-e2e-owner', 'uploads-e2e-other')))).toBe(403)
  expect(await statusOf(new URL(`${new URL(url).pathname}${link.search}`, link))).toBe(403)
  expect((await other('GET', '/uploads')).body).toEqual({ uploads: [], bytes: 0 })
})
