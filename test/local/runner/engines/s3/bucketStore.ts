import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../replaceFile.ts'
import { type Blob, openBlobs } from './blobs.ts'
import type { Checksum, ChecksumAlgorithm } from './checksum.ts'

export interface StoredObject {
  readonly key: string
  readonly blobs: readonly Blob[]
  readonly size: number
  /** Without quotes. */
  readonly etag: string
  /** Milliseconds since the epoch. */
  readonly lastModified: number
  /** `content-type`, `content-disposition`, `x-amz-meta-…` and the like, as they are answered. */
  readonly headers: Readonly<Record<string, string>>
  readonly checksum: Checksum | undefined
  /** The upload that made it, so that a repeated completion is recognized. */
  readonly uploadId: string | undefined
}

export interface StoredUpload {
  readonly uploadId: string
  readonly key: string
  readonly initiated: number
  readonly headers: Readonly<Record<string, string>>
  readonly checksumAlgorithm: ChecksumAlgorithm | undefined
}

export interface StoredPart {
  readonly partNumber: number
  readonly blob: Blob
  readonly etag: string
  readonly lastModified: number
  readonly checksum: Checksum | undefined
}

export type BucketStore = ReturnType<typeof openBucketStore>

const uploadFile = 'upload.json'

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

const writeJson = (file: string, value: unknown) => replaceFile(file, JSON.stringify(value))

/**
 * Opens a bucket's folder (`objects`, `uploads`, `blobs`), after clearing what a killed process left half-done. Every
 * visible change is one rename, within one turn of the event loop.
 */
export const openBucketStore = (folder: string) => {
  const objectsFolder = join(folder, 'objects')
  const uploadsFolder = join(folder, 'uploads')
  for (const each of [objectsFolder, uploadsFolder]) mkdirSync(each, { recursive: true })
  const blobs = openBlobs(join(folder, 'blobs'))

  /** The file's name is a hash, because a key may hold any character. */
  const objectFile = (key: string) => join(objectsFolder, `${createHash('sha256').update(key).digest('hex')}.json`)
  const uploadFolder = (uploadId: string) => join(uploadsFolder, uploadId)

  const object = (key: string) => readJson(objectFile(key)) as StoredObject | undefined
  const objects = () =>
    readdirSync(objectsFolder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => readJson(join(objectsFolder, file)) as StoredObject)
  const upload = (uploadId: string) => readJson(join(uploadFolder(uploadId), uploadFile)) as StoredUpload | undefined
  const uploads = () => readdirSync(uploadsFolder).flatMap((uploadId) => upload(uploadId) ?? [])
  const parts = (uploadId: string) =>
    readdirSync(uploadFolder(uploadId))
      .filter((file) => /^\d+\.json$/.test(file))
      .map((file) => readJson(join(uploadFolder(uploadId), file)) as StoredPart)
      .sort((left, right) => left.partNumber - right.partNumber)
  const forgetUpload = (uploadId: string) => rmSync(uploadFolder(uploadId), { recursive: true, force: true })

  const putObject = (next: StoredObject) => {
    const previous = object(next.key)
    const kept = new Set(next.blobs.map(({ id }) => id))
    writeJson(objectFile(next.key), next)
    blobs.remove(previous?.blobs.filter(({ id }) => !kept.has(id)) ?? [])
  }

  const store = {
    blobs,
    object,
    /** In no order. */
    objects,
    putObject,
    uploads,
    upload,
    parts,
    deleteObject(key: string) {
      const previous = object(key)
      rmSync(objectFile(key), { force: true })
      blobs.remove(previous?.blobs ?? [])
    },
    createUpload(next: StoredUpload) {
      mkdirSync(uploadFolder(next.uploadId))
      writeJson(join(uploadFolder(next.uploadId), uploadFile), next)
    },
    putPart(uploadId: string, part: StoredPart) {
      const file = join(uploadFolder(uploadId), `${part.partNumber}.json`)
      const previous = readJson(file) as StoredPart | undefined
      writeJson(file, part)
      blobs.remove(previous === undefined ? [] : [previous.blob])
    },
    /** Makes the object visible, forgets the upload and deletes the parts that the object does not use. */
    completeUpload(uploadId: string, completed: StoredObject) {
      const kept = new Set(completed.blobs.map(({ id }) => id))
      const unused = parts(uploadId).filter(({ blob }) => !kept.has(blob.id))
      putObject(completed)
      forgetUpload(uploadId)
      blobs.remove(unused.map(({ blob }) => blob))
    },
    abortUpload(uploadId: string) {
      const uploaded = parts(uploadId)
      forgetUpload(uploadId)
      blobs.remove(uploaded.map(({ blob }) => blob))
    },
  }
  recover(store, uploadsFolder)
  return store
}

/** Cleans up after a kill: deletes uploads that were already completed, then every blob without a reference. */
const recover = (store: BucketStore, uploadsFolder: string) => {
  for (const uploadId of readdirSync(uploadsFolder)) {
    const upload = store.upload(uploadId)
    const completed = upload !== undefined && store.object(upload.key)?.uploadId === uploadId
    if (upload === undefined || completed) rmSync(join(uploadsFolder, uploadId), { recursive: true })
  }
  const parts = store.uploads().flatMap(({ uploadId }) => store.parts(uploadId))
  const referred = [...store.objects().flatMap(({ blobs }) => blobs), ...parts.map(({ blob }) => blob)]
  store.blobs.keepOnly(new Set(referred.map(({ id }) => id)))
}
