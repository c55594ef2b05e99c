import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes in a file of their own. An object consists of one blob, or of several when it was uploaded in parts. */
export interface Blob {
  readonly id: string
  readonly size: number
}

export interface ByteRange {
  readonly first: number
  /** Inclusive, as in HTTP. */
  readonly last: number
}

/** Every blob is written once, under a new name, so that no object ever refers to an incomplete file. */
export const openBlobs = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  const readers = new Map<string, number>()
  const removedWhileRead = new Set<string>()
  const fileOf = (id: string) => join(folder, id)

  const retain = (id: string) => readers.set(id, (readers.get(id) ?? 0) + 1)

  const release = (id: string) => {
    const left = (readers.get(id) ?? 1) - 1
    if (left > 0) return readers.set(id, left)
    readers.delete(id)
    return removedWhileRead.delete(id) && rmSync(fileOf(id), { force: true })
  }

  async function* bytes(blobs: readonly Blob[], range: ByteRange) {
    let offset = 0
    for (const { id, size } of blobs) {
      const start = Math.max(range.first - offset, 0)
      const end = Math.min(range.last - offset, size - 1)
      if (start <= end) yield* createReadStream(fileOf(id), { start, end })
      offset += size
    }
  }

  return {
    async write(content: Buffer): Promise<Blob> {
      const id = randomUUID()
      await writeFile(fileOf(id), content)
      return { id, size: content.length }
    },
    /** Streams the range out of the blobs laid end to end. */
    read(blobs: readonly Blob[], range: ByteRange): Readable {
      const stream = Readable.from(bytes(blobs, range), { objectMode: false })
      for (const { id } of blobs) retain(id)
      stream.once('close', () => {
        for (const { id } of blobs) release(id)
      })
      return stream
    },
    /** Deletes the blobs as soon as no reader has them open. */
    remove(blobs: readonly Blob[]) {
      for (const { id } of blobs) {
        if (readers.has(id)) removedWhileRead.add(id)
        else rmSync(fileOf(id), { force: true })
      }
    },
    /** Deletes all other files, which a killed process left behind. */
    keepOnly(ids: ReadonlySet<string>) {
      for (const id of readdirSync(folder)) if (!ids.has(id)) rmSync(fileOf(id), { force: true })
    },
  }
}
