import type { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { type FileStore, fileStore } from '../../../shared/jobs/fileStore.ts'

interface Command {
  readonly constructor: { readonly name: string }
  readonly input: unknown
}

/** S3 that gives one answer to everything, or fails with an error. */
const s3That = (answer: unknown) => {
  const calls: unknown[] = []
  const send = async (command: Command) => {
    calls.push([command.constructor.name.replace('Command', ''), command.input])
    if (answer instanceof Error) throw answer
    return answer
  }
  return { calls, store: fileStore({ send } as unknown as S3Client, 'files') }
}

const content = Buffer.from('abc')
const bodyOf = (text: string) => ({ Body: { transformToByteArray: async () => Buffer.from(text) } })
const file = { Bucket: 'files', Key: 'a/b' }
const carried = { Bucket: 'files', Key: 'a/b.part' }

/** Every call of the store with S3's answer, what S3 is asked, and what the caller gets. */
const acts: Readonly<
  Record<string, readonly [act: (store: FileStore) => Promise<unknown>, answer: object, asked: unknown[], got: unknown]>
> = {
  begin: [
    (store) => store.begin('a/b', 'text/csv'),
    { UploadId: 'u' },
    [['CreateMultipartUpload', { ...file, ContentType: 'text/csv' }]],
    'u',
  ],
  upload: [
    (store) => store.upload('a/b', 'u', 2, content),
    { ETag: '"e"' },
    [['UploadPart', { ...file, UploadId: 'u', PartNumber: 2, Body: content }]],
    'e',
  ],
  complete: [
    (store) => store.complete('a/b', 'u', ['e', 'f']),
    {},
    [
      [
        'CompleteMultipartUpload',
        {
          ...file,
          UploadId: 'u',
          MultipartUpload: {
            Parts: [
              { ETag: '"e"', PartNumber: 1 },
              { ETag: '"f"', PartNumber: 2 },
            ],
          },
        },
      ],
    ],
    undefined,
  ],
  abort: [(store) => store.abort('a/b', 'u'), {}, [['AbortMultipartUpload', { ...file, UploadId: 'u' }]], undefined],
  carry: [(store) => store.carry('a/b', content), {}, [['PutObject', { ...carried, Body: content }]], undefined],
  carried: [
    (store) => store.carried('a/b', 3),
    bodyOf('abc'),
    [['GetObject', { ...carried, Range: 'bytes=0-2' }]],
    content,
  ],
  remove: [
    (store) => store.remove('a/b'),
    {},
    [
      ['DeleteObject', file],
      ['DeleteObject', carried],
    ],
    undefined,
  ],
}
const named = Object.entries(acts).map(([name, [act, answer, asked, got]]) => ({ name, act, answer, asked, got }))

test.each(named)('$name asks S3 for what it means', async ({ act, answer, asked, got }) => {
  const { calls, store } = s3That(answer)

  expect(await act(store)).toEqual(got)
  expect(calls).toEqual(asked)
})

test.each(named)('$name passes other failures on as they are', async ({ act }) => {
  const failure = new Error('no')

  await expect(act(s3That(failure).store)).rejects.toBe(failure)
})

test.each(['NoSuchUpload', 'NoSuchKey', 'InvalidPart', 'InvalidRange'])(
  '%s means that progress is lost, and that an upload is given up',
  async (name) => {
    const { store } = s3That(Object.assign(new Error('no'), { name }))

    await expect(store.complete('a/b', 'u', [])).rejects.toMatchObject({
      name: 'ProgressLost',
      message: 'the upload is gone',
      cause: { name },
    })
    expect(await store.abort('a/b', 'u')).toBeUndefined()
  },
)

test.each([bodyOf('ab'), {}])('bytes of another length than was left are lost', async (answer) => {
  await expect(s3That(answer).store.carried('a/b', 3)).rejects.toMatchObject({
    name: 'ProgressLost',
    message: 'the carried bytes are incomplete',
  })
})

test('an answer without an id or an ETag is S3’s mistake', async () => {
  const { store } = s3That({})

  await expect(store.begin('a/b', 'text/csv')).rejects.toThrow('S3 answered without an upload id')
  await expect(store.upload('a/b', 'u', 1, content)).rejects.toThrow('S3 answered without an ETag')
})
