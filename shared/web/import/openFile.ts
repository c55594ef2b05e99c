import { type Choice, type ChosenReader, chosenReader } from './chosenReader.ts'
import { type FileKind, type FileRecord, fileRecords } from './fileRecords.ts'
import { UnreadableFile } from './unreadableFile.ts'

/** A file, and what its user says of it. */
export interface GivenFile {
  readonly name: string
  readonly kind: FileKind
  readonly encoding: string
  readonly choice: Choice
}

/** A file whose rows can be read. */
export interface OpenedFile extends ChosenReader {
  readonly records: AsyncGenerator<FileRecord>
}

/** The rows up to the first that can be read, by which the file is understood. */
const headOf = async ({ name, kind }: GivenFile, records: AsyncGenerator<FileRecord>) => {
  const head: FileRecord[] = []
  for (;;) {
    const { value, done } = await records.next()
    if (done) {
      const [{ line, broken } = {}] = head
      throw new UnreadableFile(broken ? { ...broken, line } : { name: 'noRows', values: { file: name, kind } })
    }
    head.push(value)
    if (value.broken === undefined) return { head, first: value }
  }
}

async function* joined(head: readonly FileRecord[], rest: AsyncGenerator<FileRecord>): AsyncGenerator<FileRecord> {
  yield* head
  yield* rest
}

/**
 * Opens a file that comes in pieces.
 *
 * @throws UnreadableFile where it cannot be understood as a whole
 */
export const openFile = async (given: GivenFile, chunks: AsyncIterable<Uint8Array>): Promise<OpenedFile> => {
  const records = fileRecords(chunks, given.kind, given.encoding)
  const { head, first } = await headOf(given, records)
  return { ...chosenReader(first, given.choice), records: joined(head, records) }
}
