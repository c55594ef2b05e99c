import { Component } from 'preact'
import type { Language } from '../../../contract/languages.ts'
import { sha256 } from '../../client/live/newKey.ts'
import type { Choice } from '../../import/chosenReader.ts'
import type { FileReading, Question } from '../../import/readFile.ts'
import { memoryIn } from '../../memory.ts'
import type { Show } from '../actionButtons.tsx'
import { isolated, line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { importPart } from '../importPart.ts'
import { Card, Rows } from '../parts.tsx'
import { list, postWithinRate, refresh } from '../service.ts'
import { translate } from '../translate.ts'
import { columnOf, Questions } from './importQuestions.tsx'

const services = 'StreamElements, Streamlabs, DonationAlerts, Ko-fi'

const fileOf = ({ file }: Fields): File | undefined => {
  const given = file as unknown as File | undefined
  return given?.name ? given : undefined
}

/** The answers of the form's questions; what was not answered is found in the file. */
const choiceOf = ({ system, currency, decimal, dateOrder, timeZone, ...fields }: Fields) => {
  const answers = Object.entries({ system, currency: currency?.toUpperCase(), decimal, dateOrder, timeZone })
  const columns = Object.entries(fields).flatMap(([name, column]) =>
    name.startsWith(columnOf) && column !== '' ? [[name.slice(columnOf.length), column]] : [],
  )
  return {
    ...Object.fromEntries(answers.filter(([, answer]) => answer)),
    ...(columns.length > 0 && { map: Object.fromEntries(columns) }),
  } as Choice
}

const taskOf = (file: File, fields: Fields) => ({
  file,
  encoding: fields['encoding'] || 'utf-8',
  choice: choiceOf(fields),
  language: document.documentElement.lang as Language,
})

/**
 * How many items of a file have been sent, in case that the tab is closed. The recipient is known by the history, so
 * that nobody goes on with an import into another one.
 */
const progressOf = async (file: File, fields: Fields) => {
  const [item] = await list('/history', { size: 1 })
  if (item === undefined) return undefined
  const { name, size, lastModified } = file
  const identity = [item.recipientId, name, size, lastModified, fields['encoding'], choiceOf(fields)]
  return memoryIn(() => localStorage, `panel:import:${await sha256(JSON.stringify(identity))}`)
}

const Summary = ({ of: { system, report, items, refused, failure } }: { readonly of: FileReading }) => (
  <div class="wide column" role="status">
    {failure && <p class="bad">{failure}</p>}
    {report && (
      <>
        <p>
          <b>{translate('importFound', { count: report.rows.understood })}</b>{' '}
          {line(
            system,
            report.first && `${timeText(report.first)} – ${timeText(report.last)}`,
            ...Object.entries(report.amounts).map(([currency, sum]) => `${sum} ${currency}`),
          )}
        </p>
        {report.cut > 0 && <p class="soft">{translate('importCut', { count: report.cut })}</p>}
        {report.rows.refused > 0 && (
          <div class="bad">
            <p>{translate('importRefused', { count: report.rows.refused })}</p>
            {refused.map(({ line: number, reason }) => (
              <p key={number}>{isolated(translate('importLine', { line: number, reason }))}</p>
            ))}
          </div>
        )}
        <Rows of={items}>
          {({ originId, nickname, amount, message, timestamp }) => ({
            key: originId,
            name: nickname || translate('somebody'),
            amount: amount as never,
            message,
            soft: timeText(timestamp),
          })}
        </Rows>
      </>
    )}
  </div>
)

interface Shown {
  readonly reading?: FileReading | undefined
  readonly asked: ReadonlySet<Question>
  readonly columns: readonly string[]
  readonly problem: string
}

const nothing: Shown = { asked: new Set(), columns: [], problem: '' }

/** Brings the donations of another service into the history. */
export class ImportCard extends Component<object, Shown> {
  override state = nothing

  #file: File | undefined
  #readings = 0

  /** Reads the file with the answers that there are; only the newest reading is shown. */
  readonly #read = (fields: Fields): void => {
    const file = fileOf(fields)
    if (file?.name !== this.#file?.name || file?.size !== this.#file?.size)
      this.setState({ ...nothing, reading: undefined })
    this.#file = file
    const number = ++this.#readings
    if (file === undefined) return
    importPart()
      .then(({ readFile }) => readFile(taskOf(file, fields)))
      .then(
        (reading) => {
          if (number !== this.#readings) return
          this.setState(({ asked, columns }) => ({
            reading,
            asked: new Set([...asked, ...reading.asked]),
            columns: reading.columns.length > 0 ? reading.columns : columns,
            problem: '',
          }))
        },
        ({ message }: Error) => this.setState({ problem: message }),
      )
  }

  readonly #import = async (fields: Fields, show: Show): Promise<void> => {
    const file = fileOf(fields)
    if (file === undefined) throw new Error(translate('noFile'))
    const { readFile } = await importPart()
    let progress = await progressOf(file, fields)
    let bytes = 0
    const { report, failure } = await readFile({
      ...taskOf(file, fields),
      sentBefore: Number(progress?.read() ?? 0),
      read: (read) => {
        bytes = read
      },
      send: async (items) => {
        const { added } = await postWithinRate('/history/commands/add-items', { items: [...items] }, (seconds) =>
          show(translate('tooMany', { seconds })),
        )
        progress ??= await progressOf(file, fields)
        return added.length
      },
      sent: (items, { rows: { added } }) => {
        progress?.write(String(items))
        show([<progress value={bytes} max={file.size} />, translate('imported', { sent: items, added })])
      },
    })
    if (report === undefined) throw new Error(failure)
    progress?.write(null)
    const { added, present, sentBefore, refused } = report.rows
    show(translate('importResult', { added, present: present + sentBefore, refused }))
    await refresh()
  }

  override render(_props: object, { reading, asked, columns, problem }: Shown) {
    return (
      <Card title="import" needs="/history/commands/add-items">
        <p class="soft">{translate('importHint', { services })}</p>
        <Form name="import" send={this.#import} input={this.#read} done="importDone" keep>
          <Field name="file" type="file" accept=".csv,.tsv,.json,.jsonl,.ndjson" />
          <Questions asked={asked} columns={columns} />
          {problem && (
            <p class="bad" role="alert">
              {problem}
            </p>
          )}
          {reading && <Summary of={reading} />}
        </Form>
      </Card>
    )
  }
}
