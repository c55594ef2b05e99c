import type { Language } from '../../contract/languages.ts'
import { languages } from '../../contract/languages.ts'
import { filledText } from '../filledText.ts'
import type { Choice } from './chosenReader.ts'
import type { NewItem } from './donationReader.ts'
import { kindOf } from './fileRecords.ts'
import { type ImportPorts, type ImportReport, importItems } from './importItems.ts'
import { openFile } from './openFile.ts'
import type { Reason } from './reason.ts'
import { type ReasonName, reasonTexts } from './reasonTexts.ts'
import { UnreadableFile } from './unreadableFile.ts'

/** What only the user of a file knows of it. */
export type Question = 'columns' | 'currency' | 'dateOrder' | 'decimal' | 'encoding' | 'timeZone'

const questions: Readonly<Partial<Record<ReasonName, Question>>> = {
  ambiguousAmount: 'decimal',
  ambiguousDate: 'dateOrder',
  noCurrency: 'currency',
  otherEncoding: 'encoding',
  unknownColumns: 'columns',
  missingColumn: 'columns',
}

/** What a file has come to, or would come to. */
export interface FileReading {
  /** The service's name in the history; empty where each row names it. */
  readonly system: string
  readonly timeZone: string
  readonly report?: ImportReport
  /** The first items, as they will be stored. */
  readonly items: readonly NewItem[]
  /** The first rows that are not imported. */
  readonly refused: readonly { readonly line: number; readonly reason: string }[]
  readonly asked: readonly Question[]
  /** The columns of a file whose service is unknown. */
  readonly columns: readonly string[]
  /** Why nothing of the file can be read. */
  readonly failure?: string
}

export interface ReadingTask extends Partial<Pick<ImportPorts, 'send' | 'sentBefore' | 'sent'>> {
  readonly file: File
  readonly encoding: string
  readonly choice: Choice
  readonly language: Language
  /** Hears how many bytes have been read. */
  readonly read?: (bytes: number) => void
}

const pieceBytes = 65_536
const shownItems = 5
const shownRefusals = 20

/** The pieces of a file, which not every browser gives one by one itself. */
async function* piecesOf(file: File, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    read(at)
    yield new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer())
  }
}

/** A reason in a language; what a schema says in English is left out. */
const textOf = ({ name, values, line }: Reason, language: Language): string => {
  const text = filledText(reasonTexts[name][languages.indexOf(language)] ?? '', values)
  return line === undefined ? text : `${line}: ${text}`
}

/** Reads a file, and sends its items where there is somebody who sends. */
export const readFile = async (task: ReadingTask): Promise<FileReading> => {
  const {
    file,
    encoding,
    choice,
    language,
    read = () => undefined,
    send,
    sentBefore = 0,
    sent = () => undefined,
  } = task
  const items: NewItem[] = []
  const refused: { readonly line: number; readonly reason: string }[] = []
  const asked = new Set<Question>()
  let columns: readonly string[] = []
  const ask = ({ name, values }: Reason): void => {
    const question = questions[name]
    if (question !== undefined) asked.add(question)
    if (question === 'columns') columns = String(values?.['columns']).split(', ')
  }

  try {
    const given = { name: file.name, kind: kindOf(file.name), encoding, choice }
    const { system = '', timeZone, read: readRecord, records } = await openFile(given, piecesOf(file, read))
    const report = await importItems(records, readRecord, {
      send,
      sentBefore,
      sent,
      refused: (line, reason) => {
        ask(reason)
        if (refused.length < shownRefusals) refused.push({ line, reason: textOf(reason, language) })
      },
      understood: (_line, item) => {
        if (items.length < shownItems) items.push(item)
      },
    })
    if (report.withoutZone > 0) asked.add('timeZone')
    return { system, timeZone, report, items, refused, asked: [...asked], columns }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    ask(error.reason)
    const failure = textOf(error.reason, language)
    return { system: '', timeZone: '', items: [], refused: [], asked: [...asked], columns, failure }
  }
}
