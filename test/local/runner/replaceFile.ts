import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file anew: a reader, and the next start after a kill, sees the old or the new content, and never half of it. */
export const replaceFile = (file: string, content: string | Buffer, mode = 0o666): void => {
  writeFileSync(`${file}.new`, content, { mode })
  renameSync(`${file}.new`, file)
}
