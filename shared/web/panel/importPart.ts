import type { FileReading, ReadingTask } from '../import/readFile.ts'
import { addressOf } from './session.ts'
import { translate } from './translate.ts'

interface ImportPart {
  readonly readFile: (task: ReadingTask) => Promise<FileReading>
}

const name = document.querySelector<HTMLMetaElement>('meta[name=part]')?.content ?? ''

/** The part of the panel that reads files: it is loaded with the first file. */
export const importPart = (): Promise<ImportPart> =>
  import(addressOf(`panel/parts/${name}`)).catch(() => {
    throw new Error(translate(navigator.onLine ? 'outdated' : 'lost'))
  })
