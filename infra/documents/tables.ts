import type { Operation } from '../../shared/contract/operation.ts'
import { type ProblemCode, problems } from '../../shared/contract/problems.ts'
import { violationCodes } from '../../shared/contract/violationCodes.ts'
import {
  type Cap,
  type Collection,
  caps,
  countedActs,
  countedItems,
  type RateKind,
  rates,
} from '../../shared/mechanisms/limits/limits.ts'
import { duration } from '../../shared/runtime/time/duration.ts'
import { bytes, count } from './quantities.ts'

type Row = readonly string[]

const rowText = (cells: Row): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** A Markdown table. */
export const table = (head: Row, rows: readonly Row[]): string =>
  [rowText(head), rowText(head.map(() => '---')), ...rows.map(rowText)].join('\n')

/** Markdown table of the operations, in the registry's order. Operations without a token are marked. */
export const operationsTable = (operations: readonly Operation[]): string =>
  table(
    ['Operation', 'Method and path', 'Purpose'],
    operations.map(({ id, method, path, summary, auth }) => [
      `\`${id}\``,
      `\`${method} ${path}\``,
      auth === 'none' ? `${summary} (without a token)` : summary,
    ]),
  )

/** Markdown table of the problem catalogue, in its own order: by status. */
export const problemsTable = (): string =>
  table(
    ['Status', '`code`', 'Meaning'],
    (Object.keys(problems) as ProblemCode[]).map((code) => [
      String(problems[code].status),
      `\`${code}\``,
      problems[code].title,
    ]),
  )

export const violationsTable = (): string =>
  table(
    ['`code`', 'The part of the request …'],
    Object.entries(violationCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
  )

const capText = ({ items, bytes: size }: Cap): string =>
  size === undefined ? count(items) : `${count(items)}, and ${bytes(size)}`

export const capsTable = (): string =>
  table(
    ['Collection', 'Counted', 'At most'],
    (Object.keys(caps) as Collection[]).map((name) => [`\`${name}\``, countedItems[name], capText(caps[name])]),
  )

export const ratesTable = (): string =>
  table(
    ['Rate', 'Counted', 'At most', 'Within'],
    (Object.keys(rates) as RateKind[]).map((kind) => {
      const { limit, seconds } = rates[kind]
      return [`\`${kind}\``, countedActs[kind], count(limit), duration(seconds)]
    }),
  )

const rateText = (name: string): string => {
  const { limit, seconds } = rates[name as RateKind]
  return `\`${name}\`: ${limit} in ${seconds} s`
}

/** Markdown table of the operations without a token, by all that a single request of them calls outside DynamoDB. */
export const strangersTable = (operations: readonly Operation[]): string =>
  table(
    ['Operation', 'Each request calls', 'if it has', 'as often as'],
    operations
      .filter(({ auth }) => auth === 'none')
      .map(({ id, asks }) =>
        asks === undefined
          ? [`\`${id}\``, '–', '', '']
          : [
              `\`${id}\``,
              asks.called,
              asks.secret ?? 'an amount and a form that the page takes',
              asks.rates.map(rateText).join(', ') || 'the messenger sends them',
            ],
      ),
  )

/** The text with everything between `<!-- name -->` and `<!-- /name -->` replaced by the content. */
export const withSection = (text: string, name: string, content: string): string => {
  const [opening, closing] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const start = text.indexOf(opening)
  const end = text.indexOf(closing, start)
  if (start < 0 || end < 0) throw new Error(`there is no section ${opening} … ${closing}`)
  return `${text.slice(0, start + opening.length)}\n${content}\n${text.slice(end)}`
}

/** The text with each section replaced by its table. */
export const withSections = (text: string, sections: Readonly<Record<string, () => string>>): string =>
  Object.entries(sections).reduce((renewed, [name, content]) => withSection(renewed, name, content()), text)
