import { fileTypeOf } from './fileType.ts'
import type { Upload } from './upload.ts'

/** An upload after a look at the bytes that have arrived: ready with their type, or refused with the reason. */
export const checkedUpload = (upload: Upload, content: Uint8Array): Upload => {
  const refused = (refusal: NonNullable<Upload['refusal']>): Upload => ({ ...upload, state: 'refused', refusal })
  // The link lets no other number of bytes through; a store that did would get around the limits.
  if (content.length !== upload.bytes) return refused('other_size')
  const found = fileTypeOf(content)
  if (found === undefined) return refused('unknown_type')
  return found.kind === upload.kind ? { ...upload, state: 'ready', type: found.type } : refused('other_kind')
}
