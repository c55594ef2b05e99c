import { Problem } from '../../contract/problem.ts'
import { caps, limitReached } from '../../mechanisms/limits/limits.ts'
import type { FileType, UploadKind } from './fileType.ts'

/** Bytes of the largest picture or sound. */
export const mostBytes = 2_000_000

/** A link by which a file is sent is valid for this time. */
export const sendingSeconds = 10 * 60

/** A link to a checked file is valid for this time. */
export const linkSeconds = 60 * 60

/** An upload that never arrived, or was refused, is listed for this time. */
const unfinishedMs = 24 * 60 * 60 * 1000

export const refusals = ['unknown_type', 'other_kind', 'other_size'] as const

/** A picture or sound as it is stored. One that is `pending` or `refused` has no file that anybody can see. */
export interface Upload {
  readonly id: string
  readonly name: string
  readonly kind: UploadKind
  readonly bytes: number
  readonly state: 'pending' | 'ready' | 'refused'
  readonly createdAt: string
  /** Of a checked file. */
  readonly type?: FileType['type']
  /** Why it was refused. */
  readonly refusal?: (typeof refusals)[number]
}

/** The uploads of a recipient, without those that have ended. */
export const livingUploads = (uploads: readonly Upload[], now: Date): readonly Upload[] =>
  uploads.filter(({ state, createdAt }) => state === 'ready' || now.getTime() - Date.parse(createdAt) < unfinishedMs)

/** Bytes that uploads take or may take; a refused one has no file. */
export const bytesOf = (uploads: readonly Upload[]): number =>
  uploads.reduce((sum, { state, bytes }) => (state === 'refused' ? sum : sum + bytes), 0)

/** The uploads with one more. Raises `limit_reached` where there is no room for it. */
export const withUpload = (uploads: readonly Upload[], upload: Upload): readonly Upload[] => {
  const all = [...uploads, upload]
  if (all.length > caps.uploads.items || bytesOf(all) > caps.uploads.bytes) throw limitReached('uploads')
  return all
}

/** Raises `not_found` where the recipient has no such upload. */
export const uploadAmong = (uploads: readonly Upload[], id: string): Upload => {
  const found = uploads.find((upload) => upload.id === id)
  if (found === undefined) throw new Problem('not_found', 'There is no such upload.')
  return found
}

/** An upload in an answer. */
export const listedUpload = (upload: Upload) => ({
  ...upload,
  refusal: upload.refusal ?? null,
  type: upload.type ?? null,
})
