import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBlobs } from '../../../engines/s3/blobs.ts'
import { createS3 } from '../../../engines/s3/createS3.ts'

test('what is kept in memory is a folder that is gone after the stop', () => {
  const folder = mkdtempSync(join(tmpdir(), 's3-spec-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { stop } = createS3({ buckets: [], dataFolder: 'memory' })
  const during = readdirSync(folder)

  stop()

  expect([during.length, readdirSync(folder)]).toEqual([1, []])
})

test('bytes that are removed while two read them stay for both, and leave no file behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 's3-spec-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = openBlobs(folder)
  const blob = await store.write(Buffer.from('content'))
  const [one, other] = [1, 2].map(() => store.read([blob], { first: 0, last: 6 })) as [Readable, Readable]

  store.remove([blob])
  const contents = [await text(one), await text(other)]

  expect(contents).toEqual(['content', 'content'])
  await expect.poll(() => readdirSync(folder)).toEqual([])
})
