import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Changes to the sources of a copy of the project. */
export interface Edits {
  /** @throws Error when the file stays as it is */
  edit(file: string, change: (text: string) => string): void
  append(file: string, text: string): void
  /** @throws Error when there is such a file */
  create(file: string, text: string): void
}

export const editsOf = (copy: string): Edits => {
  const edit = (file: string, change: (text: string) => string): void => {
    const path = join(copy, file)
    const before = readFileSync(path, 'utf8')
    const after = change(before)
    if (after === before) throw new Error(`${file} was not changed`)
    writeFileSync(path, after)
  }
  return {
    edit,
    append: (file, text) => edit(file, (before) => `${before}\n${text.trim()}\n`),
    create: (file, text) => {
      const path = join(copy, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${text.trim()}\n`, { flag: 'wx' })
    },
  }
}
