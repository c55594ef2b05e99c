import { afterEach, expect, test, vi } from 'vitest'
import type { Scene } from '../../../support/fixtures/fixture.ts'
import { gif, sendFile, uploadFile } from '../../../support/fixtures/uploadFixtures.ts'
import { workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { call, newScene } = functions
afterEach(() => void vi.useRealTimers())

const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const wav = Buffer.from('RIFF\u0004\0\0\0WAVE', 'latin1')

/** The service's time is so much later; sockets and timers go on. */
const passHours = (hours: number): void => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + hours * 3_600_000)
}

const begin = (scene: Pick<Scene, 'recipient'>, body: object) =>
  call('beginUpload', { recipient: scene.recipient, body: { name: 'coin.gif', kind: 'image', ...body } })

const listed = async (scene: Pick<Scene, 'done'>) => (await scene.done('getUploads')).uploads

test('a picture is seen once it is checked, with the type of its first bytes, and only by a link', async () => {
  const scene = newScene()
  const id = await sendFile(scene)

  const before = await listed(scene)
  const checked = await scene.done('checkUpload', { body: { id } })
  const [after] = await listed(scene)

  expect(before).toMatchObject([{ id, state: 'pending', type: null, url: null }])
  expect(checked).toMatchObject({ id, state: 'ready', type: 'image/gif', refusal: null, bytes: gif.length })
  const answer = await fetch(scene.secret(after.url))
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(gif)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/gif',
    'content-disposition': 'attachment',
  })
  expect(new URL(after.url).searchParams.get('X-Amz-Expires')).toBe('3600')
})

test.each([
  ['HTML that is called a picture', page, 'image', 'unknown_type'],
  ['an SVG', Buffer.from('<svg onload="alert(1)"/>'), 'image', 'unknown_type'],
  ['a sound in place of a picture', wav, 'image', 'other_kind'],
  ['a picture in place of a sound', gif, 'sound', 'other_kind'],
])('%s is refused and deleted, and no link leads to it', async (_name, content, kind, refusal) => {
  const scene = newScene()
  const id = await sendFile(scene, content, kind)

  const refused = await scene.done('checkUpload', { body: { id } })
  const again = await scene.done('checkUpload', { body: { id } })

  expect(refused).toMatchObject({ state: 'refused', refusal, type: null })
  expect(again).toEqual(refused)
  expect(await scene.done('getUploads')).toMatchObject({ uploads: [{ id, state: 'refused', url: null }], bytes: 0 })
})

test('a picture that is also a page is served as a picture that a browser saves', async () => {
  const scene = newScene()
  const id = await sendFile(scene, Buffer.from('GIF89a/*<script>alert(1)</script>*/'))
  await scene.done('checkUpload', { body: { id } })

  const [{ url }] = await listed(scene)
  const { headers } = await fetch(scene.secret(url))

  expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual(['image/gif', 'attachment'])
})

test('a file that has not arrived is not found', async () => {
  const scene = newScene()
  const { id } = (await begin(scene, { bytes: gif.length })).body

  expect(await call('checkUpload', { recipient: scene.recipient, body: { id } })).toMatchObject({
    status: 404,
    body: { code: 'not_found', detail: 'The file has not arrived.' },
  })
})

test('a file that is sent again after its check changes nothing', async () => {
  const scene = newScene()
  const { id, url } = (await begin(scene, { bytes: gif.length })).body
  const send = (content: Uint8Array<ArrayBuffer>) => fetch(scene.secret(url), { method: 'PUT', body: content })
  await send(gif)
  await scene.done('checkUpload', { body: { id } })
  await send(Buffer.from('<svg/>'.padEnd(gif.length)))
  await scene.done('checkUpload', { body: { id } })

  const [{ url: link }] = await listed(scene)
  expect(Buffer.from(await (await fetch(scene.secret(link))).arrayBuffer())).toEqual(gif)
})

test('a file has at most 2 MB', async () => {
  expect(await begin(newScene(), { bytes: 2_000_000 })).toMatchObject({ status: 200 })
  expect(await begin(newScene(), { bytes: 2_000_001 })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
})

test('a recipient has at most 50 MB, however many begin at once', async () => {
  const scene = newScene()
  const answers = await Promise.all(Array.from({ length: 30 }, () => begin(scene, { bytes: 2_000_000 })))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(5)
})

test('a recipient has at most 50 files; one that never arrived gives its place back after a day', async () => {
  const scene = newScene()
  for (let count = 0; count < 50; count++) await begin(scene, { bytes: 1 })
  expect((await begin(scene, { bytes: 1 })).body).toMatchObject({ code: 'limit_reached' })

  passHours(23.9)
  expect((await begin(scene, { bytes: 1 })).body).toMatchObject({ code: 'limit_reached' })
  passHours(0.2)
  expect(await begin(scene, { bytes: 1 })).toMatchObject({ status: 200 })
  expect(await listed(scene)).toHaveLength(1)
})

test('a deleted file is gone with its links, and gives its place back', async () => {
  const scene = newScene()
  const id = await uploadFile(scene)
  const [{ url }] = await listed(scene)

  await scene.done('deleteUpload', { body: { id } })

  expect((await fetch(scene.secret(url))).status).toBe(404)
  expect(await scene.done('getUploads')).toEqual({ uploads: [], bytes: 0 })
})

test('a checked file stays for good', async () => {
  const scene = newScene()
  await uploadFile(scene)
  passHours(24 * 365)

  expect(await listed(scene)).toMatchObject([{ state: 'ready' }])
})

test('another recipient finds neither the upload nor its file', async () => {
  const [owner, other] = [newScene(), newScene()]
  const id = await uploadFile(owner)
  for (const operation of ['checkUpload', 'deleteUpload'])
    expect(await call(operation, { recipient: other.recipient, body: { id } })).toMatchObject({ status: 404 })
  expect(await listed(owner)).toHaveLength(1)
})

test('an erasure deletes the files, checked or not, and then uploads begin anew', async () => {
  const stage = workerStage(functions)
  await sendFile(stage)
  await uploadFile(stage)
  const link = (await listed(stage)).at(-1)?.url ?? ''

  await stage.done('eraseData', { body: { confirm: true } })
  await stage.run('handleDataJobs', await stage.eventFor('handleDataJobs'))

  expect((await fetch(stage.secret(link))).status).toBe(404)
  expect(await stage.done('getUploads')).toEqual({ uploads: [], bytes: 0 })
  expect(await begin(stage, { bytes: 1 })).toMatchObject({ status: 200 })
})

test('no upload begins while everything is erased', async () => {
  const scene = newScene()
  await scene.put('quotas', { recipientId: scene.recipient, collection: 'uploads', erasedBy: 'erasure' })

  expect(await begin(scene, { bytes: 1 })).toMatchObject({ status: 409, body: { code: 'erasure_in_progress' } })
})
