import { parse } from 'csv-parse/browser/esm'
import { elementFinder, longestElement } from './jsonElements.ts'
import type { Reason } from './reason.ts'
import { UnreadableFile } from './unreadableFile.ts'

/** One row of a file, or the problem in its place. */
export interface FileRecord {
  /** On which it begins, from 1. */
  readonly line: number
  /** The cells of a CSV row, by the name of their column in small letters. */
  readonly cells?: ReadonlyMap<string, string>
  /** A JSON object. */
  readonly json?: string
  /** Why there is neither. */
  readonly broken?: Reason
}

export const fileKinds = ['csv', 'json', 'jsonl'] as const
export type FileKind = (typeof fileKinds)[number]

/** The kind that a file's name says; CSV where it says nothing. */
export const kindOf = (file: string): FileKind => {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase()
  if (extension === 'ndjson') return 'jsonl'
  return fileKinds.find((kind) => kind === extension) ?? 'csv'
}

/** The text of a file in pieces, without a byte order mark, with `\n` at the end of each line. */
export async function* textOf(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UnreadableFile({ name: 'otherEncoding', values: { encoding } })
    }
  }
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + decoded(chunk)
    rest = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n')
  }
  yield rest + decoded()
}

/** @throws UnreadableFile for a line that is longer than any item */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let [rest, ended] = ['', 0]
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    rest += first
    if (rest.length > longestElement) throw new UnreadableFile({ name: 'endlessLine', values: { line: ended + 1 } })
    if (others.length === 0) continue
    yield rest
    rest = others.pop() ?? ''
    yield* others
    ended += others.length + 1
  }
  if (rest !== '') yield rest
}

const delimiters = [',', ';', '\t']

/** The delimiter that the header has most of: names of columns hold none, and messages hold all of them. */
const delimiterOf = (header: string): string =>
  delimiters.toSorted((one, other) => header.split(other).length - header.split(one).length)[0] ?? ','

/** The names of columns in small letters, the second of two alike with its number. */
const columnsOf = (header: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return header.map((cell) => {
    const name = cell.trim().toLowerCase()
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    return number === 1 ? name : `${name} (${number})`
  })
}

const newlinesIn = (text: string): number => text.split('\n').length - 1

interface CsvRow {
  readonly record: Readonly<Record<string, string>>
  readonly raw: string
  readonly info: { readonly lines: number }
}

/** Where a row begins, with and without the empty lines before it. */
const beginOf = (raw: string, lastLine: number) => {
  const row = raw.replace(/\n$/, '')
  return { after: lastLine - newlinesIn(row), line: lastLine - newlinesIn(row.trimStart()) }
}

/** Rows that cannot be read. A quotation mark in a wrong place takes all lines up to the next row that can. */
const brokenRows = () => {
  const broken: (ReturnType<typeof beginOf> & { readonly reason: string })[] = []
  return {
    /** Returns the line on which it begins. */
    add: (reason: string, raw: string, lastLine: number): number => {
      const begin = beginOf(raw, lastLine)
      // The parser may find more than one error in a row.
      if (begin.line !== broken.at(-1)?.line) broken.push({ ...begin, reason })
      return begin.line
    },
    *before(end: number): Generator<FileRecord> {
      for (let [row, next] = broken; row !== undefined && row.line < end; [row, next] = broken) {
        const lines = Math.min(next?.after ?? end, end) - row.line
        const detail = `${row.reason}${lines === 1 ? '' : ` (${lines} lines)`}`
        yield { line: row.line, broken: { name: 'brokenRow', detail } }
        broken.shift()
      }
    },
  }
}

/** Resolves when the parser has read a piece. */
const written = (parser: ReturnType<typeof parse>, piece: string): Promise<void> =>
  new Promise((resolve) => parser.write(piece, () => resolve()))

async function* csvRecords(text: AsyncGenerator<string>): AsyncGenerator<FileRecord> {
  let head = ''
  for (let next = await text.next(); !next.done; next = await text.next()) {
    head += next.value
    if (head.trimStart().includes('\n')) break
  }
  const broken = brokenRows()
  /** Rows that the parser has found in the last piece. */
  let rows: CsvRow[] = []
  let failure: Error | undefined
  const parser = parse({
    columns: columnsOf,
    delimiter: delimiterOf(head.trimStart().split('\n')[0] ?? ''),
    info: true,
    raw: true,
    relax_column_count_less: true,
    skip_empty_lines: true,
    max_record_size: longestElement,
    skip_records_with_error: true,
    on_skip: (error, raw = '') => {
      const line = broken.add(error?.message ?? 'it cannot be read', raw, Number(error?.['lines'] ?? 0))
      if (error?.code === 'CSV_MAX_RECORD_SIZE')
        failure ??= new UnreadableFile({ name: 'endlessRow', values: { line } })
      return undefined
    },
  })
  parser.on('data', (row: CsvRow) => rows.push(row))
  const ended = new Promise<void>((resolve) =>
    parser.on('end', resolve).on('error', (error: Error) => {
      failure ??= error
      resolve()
    }),
  )

  function* found(): Generator<FileRecord> {
    if (failure !== undefined) throw failure
    const taken = rows
    rows = []
    for (const { record, raw, info } of taken) {
      const { after, line } = beginOf(raw, info.lines)
      yield* broken.before(after)
      yield { line, cells: new Map(Object.entries(record)) }
    }
  }

  let last = head
  await written(parser, head)
  yield* found()
  for await (const piece of text) {
    if (piece === '') continue
    last = piece
    await written(parser, piece)
    yield* found()
  }
  // The parser counts the ends of lines.
  if (!last.endsWith('\n')) await written(parser, '\n')
  parser.end()
  await ended
  yield* found()
  yield* broken.before(parser.info.lines)
}

async function* jsonRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  const finder = elementFinder()
  for await (const piece of text) for (const { line, text: json } of finder.take(piece)) yield { line, json }
  if (!finder.isWhole()) yield { line: finder.line(), broken: { name: 'cutOff' } }
}

async function* jsonLineRecords(text: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let line = 0
  for await (const json of linesOf(text)) {
    line++
    if (json.trim() !== '') yield { line, json }
  }
}

const readers = { csv: csvRecords, json: jsonRecords, jsonl: jsonLineRecords }

/** The rows of a file that comes in pieces, one after another. No more of it is held than a row and a piece. */
export const fileRecords = (
  chunks: AsyncIterable<Uint8Array>,
  kind: FileKind,
  encoding: string,
): AsyncGenerator<FileRecord> => readers[kind](textOf(chunks, encoding))
