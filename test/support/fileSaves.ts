import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** What editors and git do to a file that they write: in place, by a renamed copy ("safe write"), or as a new file. */
export const fileSaves: readonly ((file: string, text: string) => void)[] = [
  (file, text) => writeFileSync(file, text),
  (file, text) => {
    writeFileSync(`${file}~`, text)
    renameSync(`${file}~`, file)
  },
  (file, text) => {
    rmSync(file)
    writeFileSync(file, text)
  },
]
