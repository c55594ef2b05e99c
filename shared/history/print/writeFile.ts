import { createSHA256, type IHasher } from 'hash-wasm'
import { csvChunks, csvHeader } from './csv.ts'
import { fileKey, leaseLength, type Progress, sliceLength } from './job.ts'
import type { ClaimedJob, JobRepository } from './jobRepository.ts'
import { PartBuffer } from './partBuffer.ts'
import { type PrintStore, ProgressLost } from './printStore.ts'
import type { RowRepository } from './rowRepository.ts'

type WritingStore = Omit<PrintStore, 'remove'>

export interface PrintPorts {
  readonly jobs: Pick<JobRepository, 'save' | 'renew' | 'handOver' | 'finish'>
  readonly rows: RowRepository
  readonly store: WritingStore
  /** Milliseconds that are left to this invocation. */
  readonly remaining: () => number
}

/** Milliseconds in which what is written so far can still be put away for the next invocation. */
const handOverReserve = 15_000
/** Milliseconds after which the lease is renewed, at the end of a page. */
const renewalAge = leaseLength / 3

/** Goes on with a hash. Its state is bound to the library's build: after an update in between, the print begins again. */
const hasherFrom = async ({ hash }: Progress): Promise<IHasher> => {
  const hasher = await createSHA256()
  if (hash === undefined) return hasher.init()
  try {
    return hasher.load(hash)
  } catch (cause) {
    throw new ProgressLost('the hash cannot be continued', { cause })
  }
}

/** Opens the upload, or takes up what an earlier invocation left: the part that it was writing. */
const openPart = async (
  store: WritingStore,
  key: string,
  { carried, lastKey, etags }: Progress,
): Promise<PartBuffer> => {
  const part = new PartBuffer()
  if (carried > 0) part.fill(await store.carried(key, carried))
  else if (lastKey === undefined && etags.length === 0) part.write(csvHeader)
  return part
}

/** Sends the part, and counts it in. */
const sendPart = async (
  store: WritingStore,
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
 * Writes all rows into parts; the sealed progress, or undefined when the slice is over and the job is back in the queue. Memory is one part
 * and one page. After each part the progress is saved, so that a crash costs the rows of one part.
 */
const writeRows = async (
  { jobs, rows, store, remaining }: PrintPorts,
  job: ClaimedJob,
  begun: Progress,
): Promise<Progress | undefined> => {
  const { recipientId } = job
  const key = fileKey(job)
  const hasher = await hasherFrom(begun)
  const part = await openPart(store, key, begun)
  let progress = begun
  let renewedAt = Date.now()
  const sliceEndsAt = renewedAt + sliceLength
  for (let isMore = true; isMore; ) {
    const page = await rows.page(recipientId, job, progress.lastKey)
    for (const chunk of csvChunks(page.rows)) part.write(chunk)
    isMore = page.lastKey !== undefined
    progress = { ...progress, rows: progress.rows + page.rows.length, lastKey: page.lastKey ?? progress.lastKey }
    if (part.isFull) {
      progress = await sendPart(store, key, progress, part, hasher)
      await jobs.save(recipientId, job, progress)
      renewedAt = Date.now()
    }
    if (isMore && (Date.now() >= sliceEndsAt || remaining() < handOverReserve)) {
      if (part.length > 0) await store.carry(key, part.content)
      await jobs.handOver(recipientId, job, { ...progress, carried: part.length })
      return undefined
    }
    if (Date.now() - renewedAt > renewalAge) {
      await jobs.renew(recipientId, job)
      renewedAt = Date.now()
    }
  }
  if (part.length > 0) progress = await sendPart(store, key, progress, part, hasher)
  return { ...progress, sealed: hasher.digest() }
}

/**
 * Writes the file of a print, from where an earlier invocation came to. Resolves when the job is ready, or back in the queue because
 * its slice is over. Every step can be repeated: what a crash left half done is done again, with the same parts and the same rows.
 */
export const writeFile = async (ports: PrintPorts, job: ClaimedJob): Promise<void> => {
  const { jobs, store } = ports
  const { recipientId } = job
  const key = fileKey(job)
  let progress = job.progress
  if (progress === undefined) {
    progress = { uploadId: await store.begin(key), etags: [], bytes: 0, rows: 0, carried: 0 }
    await jobs.save(recipientId, job, progress)
  }
  if (progress.sealed === undefined) {
    progress = await writeRows(ports, job, progress)
    if (progress === undefined) return
    await jobs.save(recipientId, job, progress)
  }
  await store.complete(key, progress.uploadId, progress.etags)
  await jobs.finish(recipientId, job, progress)
}
