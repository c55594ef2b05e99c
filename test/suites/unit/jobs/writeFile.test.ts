import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Progress } from '../../../../shared/mechanisms/jobs/job.ts'
import { writeFile } from '../../../../shared/mechanisms/jobs/writeFile.ts'
import { claimed, fileBench, form } from './fileBench.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const begun: Progress = { uploadId: 'upload', etags: [], bytes: 0, rows: 0, carried: 0 }
/** More than the smallest part that S3 accepts. */
const large = 'x'.repeat(5 * 1024 * 1024)

/** Writes a file of one page, whose reading takes so long; the steps that it took. */
const stepsOf = async (pageMs: number): Promise<readonly string[]> => {
  const { ports, steps } = fileBench([['row']], pageMs)
  await writeFile(ports, form, claimed())
  return steps()
}

test('a file of a quick page is written under the lease that was taken', async () => {
  expect(await stepsOf(5000)).toEqual(['begin', 'save', 'page', 'upload', 'save', 'complete', 'finish'])
})

test('a lease is renewed after a slow page, because sending its part would come too late', async () => {
  expect(await stepsOf(5001)).toEqual(['begin', 'save', 'page', 'renew', 'upload', 'save', 'complete', 'finish'])
})

test('a file of nothing is empty where it has no head', async () => {
  const { ports, calls, steps } = fileBench([[]])

  await writeFile(ports, { ...form, head: '' }, claimed())

  expect(steps()).toEqual(['begin', 'save', 'page', 'save', 'complete', 'finish'])
  expect(calls.at(-1)).toEqual(['finish', { ...begun, lastKey: undefined, sealed: sha256('') }])
})

test('the rows of a last page that fills a part are in the file once after a crash, regression: they were twice', async () => {
  const { ports, calls, failures, steps } = fileBench([['a;'], [large]])
  failures.complete = new Error('crash')
  await expect(writeFile(ports, form, claimed())).rejects.toThrow('crash')
  const saved = calls.filter(([step]) => step === 'save').map(([, progress]) => progress as Progress)

  for (const progress of saved) await writeFile(ports, form, claimed({ progress }))

  const files = calls.filter(([step]) => step === 'finish').map(([, progress]) => progress)
  expect(files).toEqual(
    saved.map(() => expect.objectContaining({ rows: 2, sealed: sha256(`head;a;${large}`), etags: ['etag-1'] })),
  )
  expect(steps().slice(-2)).toEqual(['complete', 'finish'])
})

/** Slices that end after each page. */
const inSlices = async (pages: readonly (readonly string[])[], remaining = 14_999) => {
  const bench = fileBench(pages)
  const ports = { ...bench.ports, remaining: () => remaining }
  for (let progress: Progress | undefined; bench.calls.at(-1)?.[0] !== 'finish'; ) {
    await writeFile(ports, form, claimed(progress && { progress }))
    progress = bench.calls.at(-1)?.[1] as Progress
  }
  return bench
}

test('bytes that a slice has carried into a part are in the file once after a crash', async () => {
  const { ports, calls } = fileBench([['a;'], [large], ['c;']])
  await writeFile({ ...ports, remaining: () => 14_999 }, form, claimed())
  await writeFile(ports, form, claimed({ progress: calls.at(-1)?.[1] as Progress }))
  const saved = calls.filter(([step]) => step === 'save').map(([, progress]) => progress as Progress)
  const progress = saved.find(({ etags }) => etags.length === 1) ?? expect.fail('no part was sent')

  await writeFile(ports, form, claimed({ progress }))

  expect(calls.at(-1)).toEqual(['finish', expect.objectContaining({ sealed: sha256(`head;a;${large}c;`) })])
})

test('15 seconds suffice for another page, and a slice that ended reads no further', async () => {
  const { steps } = await inSlices([['a;'], ['b;'], ['c;']], 15_000)

  expect(steps()).toEqual(['begin', 'save', 'page', 'page', 'page', 'upload', 'save', 'complete', 'finish'])
})

test('a slice ends two seconds after its begin, regression: a print kept its lane for minutes', async () => {
  const [within, over] = [fileBench([['a;'], ['b;']], 1999), fileBench([['a;'], ['b;']], 2000)]

  await writeFile(within.ports, form, claimed())
  await writeFile(over.ports, form, claimed())

  expect(within.steps().at(-1)).toBe('finish')
  expect(over.steps()).toEqual(['begin', 'save', 'page', 'carry', 'handOver'])
})
