import type { Item } from '../../contract/write.ts'
import type { Upload } from './upload.ts'

export const uploadsFromItem = (item: Item | undefined): readonly Upload[] =>
  (item?.['files'] ?? []) as readonly Upload[]
