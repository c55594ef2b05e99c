import { expect, test } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

await sharedByTests(startLocalAws())

/** Each way by which an address that is only stored comes in, and the place of its violation. */
const doors: Readonly<
  Record<string, (recipient: string, address: string) => Promise<{ status: number; body: unknown }>>
> = {
  '/url': (recipient, url) => call('putConfig', { recipient, body: { name: 'page', url } }),
  '/demoUrl': (recipient, demoUrl) =>
    call('addNews', { recipient, body: { title: 'News', description: 'New.', demoUrl } }),
  '/items/0/src': (recipient, src) =>
    call('createPlaylist', { recipient, body: { title: 'Songs', items: [{ title: '', src }] } }),
}

const later: typeof doors = {
  '/demoUrl': async (recipient, demoUrl) => {
    const { body } = await call('addNews', { recipient, body: { title: 'News', description: 'New.' } })
    return call('changeNews', { recipient, body: { id: body.id, demoUrl } })
  },
  '/items/0/src': async (recipient, src) => {
    const { body } = await call('createPlaylist', { recipient, body: { title: 'Songs' } })
    return call('changePlaylist', { recipient, body: { id: body.id, items: [{ title: '', src }] } })
  },
}

const ways = [...Object.entries(doors), ...Object.entries(later)]
const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body)

const kept = [
  'alice.oda.digital',
  'demo.mp4',
  'youtu.be/abc',
  'url',
  '',
  '  HTTPS://Example.com/a b?q=ü#x ',
  '//cdn.example.com/a',
  'localhost:3000',
  'alice.oda.digital:8080/page',
  'alice.oda.digital:443?x',
  'https://a:b@example.com/',
  'x'.repeat(2048),
  'я'.repeat(2048),
]

const refused = [
  'javascript:alert(1)',
  'javascript:80/alert(1)',
  '  JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:80',
  'blob:https://example.com/1',
  'file:///etc/passwd',
  'ftp://example.com',
  'localhost:123456',
  'alice.oda.digital:x',
  'java\tscript:alert(1)',
  'a\u007f',
  'a\u0085b',
  'x'.repeat(2049),
  '😀'.repeat(1025),
]

test.each(ways)('an address that is only stored is answered as it was sent, at %s', async (pointer, send) => {
  const answers = await Promise.all(kept.map((address) => send(someone(), address)))

  expect(answers.map(({ body }) => valueAt(body, pointer))).toEqual(kept)
})

test.each(ways)(
  'an address with a scheme of no web page, or with controls, is refused at %s',
  async (pointer, send) => {
    const answers = await Promise.all(refused.map((address) => send(someone(), address)))

    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] },
      })
  },
)
