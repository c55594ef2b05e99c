import { expect, test } from 'vitest'
import type { Job, Progress } from '../../../../shared/mechanisms/jobs/job.ts'
import { type FilePorts, writeFile } from '../../../../shared/mechanisms/jobs/writeFile.ts'
import { oneOfEach, withSeed } from '../../../support/runs.ts'
import { claimed, form } from '../../unit/jobs/fileBench.ts'

/** A row that fills a part of S3. */
const large = `${'x'.repeat(5 * 1024 * 1024)};`
const pages = [['a;'], [large], [], ['b;', 'c;']]
const text = `head;${pages.flat().join('')}`
/** The place behind each row of the file. */
const rowEnds = pages.flat().map((_, index, rows) => `head;${rows.slice(0, index + 1).join('')}`.length)
const whens = ['before', 'after'] as const

/** Writes the file in slices of one page; one step crashes, and the next invocation goes on from the stored state. */
const write = async (crashAt: number, when: (typeof whens)[number]) => {
  const parts = new Map<string, string>()
  const stored: { progress?: Progress; carried: string; file: string; isReady: boolean } = {
    carried: '',
    file: '',
    isReady: false,
  }
  const partsOf = (etags: readonly string[]) => etags.map((etag, index) => parts.get(`${index + 1} ${etag}`)).join('')

  /** The saved progress is always the beginning of the file, with all its bytes in parts and in the carried object. */
  const expectConsistent = (): void => {
    if (stored.progress === undefined) return
    const { etags, bytes, carried, rows, sealed } = stored.progress
    const beginning = partsOf(etags) + stored.carried.slice(0, carried)
    expect(beginning.length).toBe(bytes + carried)
    expect(text.startsWith(beginning)).toBe(true)
    expect(rowEnds.filter((end) => end <= beginning.length)).toHaveLength(rows)
    if (sealed !== undefined) expect(bytes).toBe(text.length)
  }
  let steps = 0
  const step = async <Result>(act: () => Result): Promise<Result> => {
    const crashes = ++steps === crashAt
    if (crashes && when === 'before') throw new Error('crash')
    const result = act()
    expectConsistent()
    if (crashes) throw new Error('crash')
    return result
  }
  const save = async (_recipientId: string, _job: unknown, progress: Progress) =>
    step(() => {
      stored.progress = progress
    })
  const ports: FilePorts<Job, string> = {
    jobs: {
      save,
      handOver: save,
      renew: () => step(() => {}),
      finish: () =>
        step(() => {
          stored.isReady = true
        }),
    },
    rows: {
      page: (_recipientId, _job, after) =>
        step(() => {
          const page = Number(after ?? 0)
          return { rows: pages[page] ?? [], lastKey: page + 1 < pages.length ? String(page + 1) : undefined }
        }),
    },
    store: {
      begin: () => step(() => 'upload'),
      upload: (_key, _upload, number, content) =>
        step(() => {
          parts.set(`${number} ${content.length}`, content.toString())
          return String(content.length)
        }),
      complete: (_key, _upload, etags) =>
        step(() => {
          stored.file = partsOf(etags)
        }),
      abort: () => step(() => {}),
      carry: (_key, content) =>
        step(() => {
          stored.carried = content.toString()
        }),
      carried: (_key, length) => step(() => Buffer.from(stored.carried).subarray(0, length)),
    },
    remaining: () => 0,
    clock: () => 0,
  }
  for (let invocations = 0; !stored.isReady && invocations < 20; invocations++)
    await writeFile(ports, form, claimed(stored.progress && { progress: stored.progress })).catch((error: Error) => {
      if (error.message !== 'crash') throw error
    })
  return { stored, steps }
}

test('after a crash at any step of a file in slices and parts, the stored progress is the beginning of the same file', async () => {
  const { steps, stored } = await write(0, 'before')
  expect(stored.progress?.etags).toHaveLength(2)
  const choices = Array.from({ length: steps }, (_, index) => whens.map((when) => ({ nth: index + 1, when })))

  for (const { nth, when } of oneOfEach(choices, 'file')) {
    const crashed = await write(nth, when)

    expect(crashed.stored, withSeed(`${when} step ${nth}`)).toMatchObject({ isReady: true })
    expect(crashed.stored.file === text && crashed.stored.progress?.sealed === stored.progress?.sealed).toBe(true)
  }
})
