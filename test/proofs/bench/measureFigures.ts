import { cpus, loadavg } from 'node:os'
import type { Figure, Measurement, Table } from './figure.ts'
import { endShared } from './shared.ts'

type Measured = Omit<Figure, 'measure'> & Measurement

export interface Report {
  readonly date: string
  readonly machine: { readonly node: string; readonly processor: string; readonly cores: number }
  /** Processes that wanted to run in the last minute, at the beginning and at the end. */
  readonly load: readonly [number, number]
  readonly figures: readonly Omit<Measured, 'details'>[]
}

/**
 * The figures of `--only`, or all.
 *
 * @throws Error that names what there is no figure of
 */
export const chosenFigures = (figures: readonly Figure[], only: string | undefined): readonly Figure[] => {
  if (only === undefined) return figures
  return only.split(',').map((wanted) => {
    const found = figures.find(({ name }) => name === wanted)
    if (found === undefined)
      throw new Error(`no figure ${wanted}; there are ${figures.map(({ name }) => name).join(', ')}`)
    return found
  })
}

const printTable = ({ columns, rows }: Table): void => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  process.stdout.write(`\n${line(columns)}|${columns.map(() => '---|').join('')}\n${rows.map(line).join('')}`)
}

const verdict = ({ met }: Measurement): string => {
  if (met === undefined) return '–'
  return met ? 'met' : 'NOT MET'
}

const measurementOf = async (measure: Figure['measure']): Promise<Measurement> => {
  try {
    return await measure()
  } catch (error) {
    return { measured: `failed: ${error instanceof Error ? error.message : String(error)}`, met: false }
  }
}

/** A figure that cannot be measured is not met, and the others are measured all the same. Each is told at once, because a whole run takes long. */
const measure = async ({ measure, ...figure }: Figure): Promise<Measured> => {
  process.stderr.write(`${figure.name} …\n`)
  const measurement = await measurementOf(measure)
  process.stderr.write(`  ${measurement.measured}: ${verdict(measurement)}\n`)
  return { ...figure, ...measurement }
}

const print = (figures: readonly Measured[]): void => {
  for (const { title, details, remarks = [] } of figures) {
    if (details === undefined && remarks.length === 0) continue
    process.stdout.write(`\n${title}\n`)
    if (details !== undefined) printTable(details)
    for (const remark of remarks) process.stdout.write(`(${remark})\n`)
  }
  printTable({
    columns: ['Figure', 'Goal', 'Today in the field', 'Before', 'After', ''],
    rows: figures.map((figure) => [
      `${figure.title} (\`${figure.name}\`)`,
      figure.goal,
      figure.field,
      `${figure.before.found} (${figure.before.on})`,
      figure.measured,
      verdict(figure),
    ]),
  })
}

const load = (): number => loadavg()[0] ?? 0

/** Measures one figure after the other and prints them. */
export const measureFigures = async (figures: readonly Figure[]): Promise<Report> => {
  const before = load()
  const measured: Measured[] = []
  try {
    for (const figure of figures) measured.push(await measure(figure))
  } finally {
    await endShared()
  }
  const after = load()
  print(measured)
  process.stdout.write(
    `\nNode ${process.version}, ${cpus().length} cores, load ${before.toFixed(1)} to ${after.toFixed(1)}\n`,
  )
  return {
    date: new Date().toISOString(),
    machine: { node: process.version, processor: cpus()[0]?.model ?? '', cores: cpus().length },
    load: [before, after],
    figures: measured.map(({ details: _printed, ...figure }) => figure),
  }
}
