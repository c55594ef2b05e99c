import { createSHA256, type IHasher } from 'hash-wasm'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { type FileStore, ProgressLost } from './fileStore.ts'
import { type Claimed, handOverMs, type Job, type Progress, renewalMs, sliceMs } from './job.ts'
import type { JobRepository } from './jobRepository.ts'
import { PartBuffer } from './partBuffer.ts'

/** At most a megabyte of rows, oldest first, and the key after which the next page begins, if there is one. */
interface Page<Row> {
  readonly rows: readonly Row[]
  readonly lastKey: string | undefined
}

interface RowSource<Work, Row> {
  readonly page: (recipientId: string, job: Work, after: string | undefined) => Promise<Page<Row>>
}

export interface FileForm<Work, Row> {
  readonly contentType: string
  readonly head: string
  readonly key: (job: Work) => string
  readonly chunks: (rows: readonly Row[]) => Iterable<string>
}

export interface FilePorts<Work extends Job, Row> {
  readonly jobs: Pick<JobRepository<Work>, 'save' | 'renew' | 'handOver' | 'finish'>
  readonly rows: RowSource<Work, Row>
  readonly store: Pick<FileStore, 'begin' | 'upload' | 'complete' | 'abort' | 'carry' | 'carried'>
  /** Milliseconds that are left to this invocation. */
  readonly remaining: () => number
  readonly clock?: Clock
}

/** Goes on with a hash. Its state is bound to the library's build: after an update in between, the job begins again. */
const hasherFrom = async ({ hash }: Progress): Promise<IHasher> => {
  const hasher = await createSHA256()
  if (hash === undefined) return hasher.init()
  try {
    return hasher.load(hash)
  } catch (cause) {
    throw new ProgressLost('the hash cannot be continued', { cause })
  }
}

/** The part to write next: new, or with the bytes that an earlier invocation carried over. */
const openPart = async (
  store: Pick<FileStore, 'carried'>,
  key: string,
  head: string,
  { carried, lastKey, etags }: Progress,
): Promise<PartBuffer> => {
  const part = new PartBuffer()
  if (carried > 0) part.fill(await store.carried(key, carried))
  else if (lastKey === undefined && etags.length === 0) part.write(head)
  return part
}

/** Sends the part, and counts it in. */
const sendPart = async (
  store: Pick<FileStore, 'upload'>,
  key: string,
  progress: Progress,
  part: PartBuffer,
  hasher: IHasher,
): Promise<Progress> => {
  const etag = await store.upload(key, progress.uploadId, progress.etags.length + 1, part.content)
  hasher.update(part.content)
  const sent = {
    ...progress,
    etags: [...progress.etags, etag],
    bytes: progress.bytes + part.length,
    hash: hasher.save(),
    carried: 0,
  }
  part.clear()
  return sent
}

/**
 * Pages after a key. Each is read while the one before it is used, unless the time is over by then: that one is
 * `isCut`, and the last.
 */
async function* pagesAhead<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
  after: string | undefined,
  isOver: () => boolean,
): AsyncGenerator<Page<Row> & { readonly isCut: boolean }> {
  for (let next = read(after); ; ) {
    const page = await next
    const isLast = page.lastKey === undefined
    const isCut = !isLast && isOver()
    if (isLast || isCut) return yield { ...page, isCut }
    next = read(page.lastKey)
    // Its failure is raised where it is awaited, if the page before it has not failed by then.
    next.catch(() => {})
    yield { ...page, isCut }
  }
}

/**
 * Writes all rows into parts; the sealed progress, or undefined when the slice is over and the job is back in the
 * queue. Each page is read while the one before it is written, unless the slice ends there. Memory is one part and two
 * pages. After each part the progress is saved, so that a crash costs the rows of one part.
 */
const writeRows = async <Work extends Job, Row>(
  { jobs, rows: source, store, remaining, clock = systemClock }: FilePorts<Work, Row>,
  form: FileForm<Work, Row>,
  job: Claimed<Work>,
  begun: Progress,
): Promise<Progress | undefined> => {
  const { recipientId } = job
  const key = form.key(job)
  const hasher = await hasherFrom(begun)
  const part = await openPart(store, key, form.head, begun)
  let progress = begun
  let renewedAt = clock()
  const sliceEndsAt = renewedAt + sliceMs
  const isSliceOver = () => clock() >= sliceEndsAt || remaining() < handOverMs
  const read = (after: string | undefined) => source.page(recipientId, job, after)
  for await (const { rows, lastKey, isCut } of pagesAhead(read, progress.lastKey, isSliceOver)) {
    for (const chunk of form.chunks(rows)) part.write(chunk)
    progress = { ...progress, rows: progress.rows + rows.length, lastKey: lastKey ?? progress.lastKey }
    // The last page has no key behind it: its rows are saved with the seal, or they would be read again after a crash.
    if (part.isFull && lastKey !== undefined) {
      progress = await sendPart(store, key, progress, part, hasher)
      await jobs.save(recipientId, job, progress)
      renewedAt = clock()
    }
    if (isCut) {
      if (part.length > 0) await store.carry(key, part.content)
      await jobs.handOver(recipientId, job, { ...progress, carried: part.length })
      return undefined
    }
    if (clock() - renewedAt > renewalMs) {
      await jobs.renew(recipientId, job)
      renewedAt = clock()
    }
  }
  if (part.length > 0) progress = await sendPart(store, key, progress, part, hasher)
  return { ...progress, sealed: hasher.digest() }
}

/**
 * Writes the file of a job, from its saved progress on. Resolves when the job is ready, or back in the queue because
 * its slice is over. Every step can be repeated: after a crash it is done again, with the same parts and the same rows.
 */
export const writeFile = async <Work extends Job, Row>(
  ports: FilePorts<Work, Row>,
  form: FileForm<Work, Row>,
  job: Claimed<Work>,
): Promise<void> => {
  const { jobs, store } = ports
  const { recipientId } = job
  const key = form.key(job)
  let progress = job.progress
  if (progress === undefined) {
    progress = { uploadId: await store.begin(key, form.contentType), etags: [], bytes: 0, rows: 0, carried: 0 }
    await jobs.save(recipientId, job, progress)
  }
  if (progress.sealed === undefined) {
    progress = await writeRows(ports, form, job, progress)
    if (progress === undefined) return
    await jobs.save(recipientId, job, progress)
  }
  await store.complete(key, progress.uploadId, progress.etags)
  await jobs.finish(recipientId, job, progress)
}
