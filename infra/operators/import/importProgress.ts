import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortId } from '../../../shared/runtime/ids.ts'

/**
 * How far an import has come, in a file of its own. Without it an import would be as right, but one that was
 * interrupted would send everything again, and spend the rate for it.
 *
 * @param identity distinguishes imports: the file, its target, and the way it is read
 */
export const importProgress = (folder: string, identity: readonly unknown[]) => {
  const file = join(folder, `${shortId(JSON.stringify(identity))}.json`)
  return {
    /** The items that have been sent, 0 where nothing is known. */
    read: (): number => {
      try {
        const { sent } = JSON.parse(readFileSync(file, 'utf8')) as { readonly sent?: unknown }
        return Number.isSafeInteger(sent) ? Number(sent) : 0
      } catch {
        return 0
      }
    },
    save: (sent: number): void => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Renamed, because a kill must not leave half a file.
      writeFileSync(`${file}.new`, JSON.stringify({ sent }))
      renameSync(`${file}.new`, file)
    },
    end: (): void => rmSync(file, { force: true }),
  }
}
