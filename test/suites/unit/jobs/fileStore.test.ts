import type { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { fileStore } from '../../../../shared/mechanisms/jobs/fileStore.ts'

/** S3 that gives one answer to everything, or fails with an error. */
const storeWith = (answer: unknown, inputs: unknown[] = []) => {
  const send = async ({ input }: { readonly input: unknown }) => {
    inputs.push(input)
    if (answer instanceof Error) throw answer
    return answer
  }
  return fileStore({ send } as unknown as S3Client, 'files')
}

const content = Buffer.from('abc')
const bodyOf = (text: string) => ({ Body: { transformToByteArray: async () => Buffer.from(text) } })

test.each(['NoSuchUpload', 'NoSuchKey', 'InvalidPart', 'InvalidRange'])(
  '%s means that progress is lost, and that an upload is given up',
  async (name) => {
    const store = storeWith(Object.assign(new Error('no'), { name }))

    await expect(store.complete('a/b', 'u', [])).rejects.toMatchObject({
      name: 'ProgressLost',
      message: 'the upload is gone',
      cause: { name },
    })
    expect(await store.abort('a/b', 'u')).toBeUndefined()
  },
)

test('of carried bytes no more are asked for than were left: a later invocation may have appended some', async () => {
  const inputs: unknown[] = []

  expect(await storeWith(bodyOf('abc'), inputs).carried('a/b', 3)).toEqual(content)
  expect(inputs).toEqual([{ Bucket: 'files', Key: 'a/b.part', Range: 'bytes=0-2' }])
})

test('the carried bytes of a file are removed with it', async () => {
  const inputs: unknown[] = []

  await storeWith({}, inputs).remove('a/b')

  expect(inputs).toMatchObject([{ Key: 'a/b' }, { Key: 'a/b.part' }])
})

test.each([bodyOf('ab'), {}])('bytes of another length than was left are lost', async (answer) => {
  await expect(storeWith(answer).carried('a/b', 3)).rejects.toMatchObject({
    name: 'ProgressLost',
    message: 'the carried bytes are incomplete',
  })
})

test('an answer without an id or an ETag is S3’s mistake', async () => {
  const store = storeWith({})

  await expect(store.begin('a/b', 'text/csv')).rejects.toThrow('S3 answered without an upload id')
  await expect(store.upload('a/b', 'u', 1, content)).rejects.toThrow('S3 answered without an ETag')
})
