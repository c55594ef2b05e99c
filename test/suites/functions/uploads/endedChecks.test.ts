import { CopyObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterEach, expect, test, vi } from 'vitest'
import { gif, sendFile, uploadFile } from '../../../support/fixtures/uploadFixtures.ts'
import { type WorkerStage, workerStage } from '../../../support/fixtures/workerStage.ts'
import { startFunctions } from '../../../support/functionsUnderTest.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const functions = await sharedByTests(startFunctions())
const { s3Client } = await import('../../../../shared/mechanisms/aws/s3Client.ts')
const { aws, call } = functions
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The keys of all files of a recipient, checked or not. */
const keysOf = async ({ recipient }: WorkerStage): Promise<readonly string[]> => {
  const client = new S3Client({ endpoint: aws.endpoints.s3, forcePathStyle: true })
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: aws.bucket('uploads') }))
  client.destroy()
  return Contents.map(({ Key = '' }) => Key).filter((key) => key.includes(recipient))
}

/** Checks an upload by an invocation that ends when it has kept the file; `meanwhile` happens just before it keeps it. */
const checkAndEnd = async (stage: WorkerStage, id: string, meanwhile: () => Promise<unknown>): Promise<void> => {
  const send = s3Client.send.bind(s3Client) as (...given: readonly unknown[]) => Promise<unknown>
  const spy = vi.spyOn(s3Client, 'send')
  spy.mockImplementation((async (...given: readonly unknown[]) => {
    if (!(given[0] instanceof CopyObjectCommand)) return send(...given)
    await meanwhile()
    await send(...given).catch(() => undefined)
    throw new Error('the invocation ends')
  }) as typeof s3Client.send)
  const { status } = await call('checkUpload', { recipient: stage.recipient, body: { id } })
  expect(status).toBe(500)
  spy.mockRestore()
}

test.each<readonly [string, (stage: WorkerStage, id: string) => Promise<unknown>]>([
  [
    'everything of the recipient is erased',
    async (stage) => {
      await stage.done('eraseData', { body: { confirm: true } })
      await stage.run('handleDataJobs', await stage.eventFor('handleDataJobs'))
    },
  ],
  ['the upload is deleted', (stage, id) => stage.done('deleteUpload', { body: { id } })],
])('a check that ends between file and upload leaves nothing where meanwhile %s', async (_name, meanwhile) => {
  const stage = workerStage(functions)
  const id = await sendFile(stage)

  await checkAndEnd(stage, id, () => meanwhile(stage, id))

  expect(await keysOf(stage)).toEqual([])
})

test('a check that ends between file and upload can be repeated for a day; then the next upload removes the file', async () => {
  const stage = workerStage(functions)
  const [repeated, lost] = [await sendFile(stage), await sendFile(stage)]
  for (const id of [repeated, lost]) await checkAndEnd(stage, id, async () => {})

  const { state } = await stage.done('checkUpload', { body: { id: repeated } })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  await stage.done('deleteUpload', { body: { id: await uploadFile(stage) } })

  expect(state).toBe('ready')
  expect((await keysOf(stage)).filter((key) => key.endsWith(lost))).toEqual([])
  expect((await stage.done('getUploads')).uploads.map(({ id }: { id: string }) => id)).toEqual([repeated])
})

test('a file that is replaced while it is looked at is looked at again', async () => {
  const stage = workerStage(functions)
  const page = Buffer.from('<svg/>'.padEnd(gif.length))
  const { id, url } = await stage.done('beginUpload', { body: { name: 'coin.gif', kind: 'image', bytes: gif.length } })
  const put = (body: Uint8Array<ArrayBuffer>) => fetch(stage.secret(url), { method: 'PUT', body })
  await put(gif)
  const send = s3Client.send.bind(s3Client) as (...given: readonly unknown[]) => Promise<unknown>
  vi.spyOn(s3Client, 'send').mockImplementation((async (...given: readonly unknown[]) => {
    const answer = await send(...given)
    if (given[0] instanceof GetObjectCommand) await put(page)
    return answer
  }) as typeof s3Client.send)

  const checked = await stage.done('checkUpload', { body: { id } })

  expect(checked).toMatchObject({ state: 'refused', refusal: 'unknown_type' })
  expect(await keysOf(stage)).toEqual([])
})
