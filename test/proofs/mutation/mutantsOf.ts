import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Mutant, sourceLine } from './report.ts'

interface Position {
  /** Both count from 0. */
  readonly line: number
  readonly column: number
}

interface FoundMutant {
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: Position; readonly end: Position }
}

interface Instrumenter {
  instrument(
    files: readonly { readonly name: string; readonly mutate: true; readonly content: string }[],
    options: object,
  ): Promise<{ readonly mutants: readonly FoundMutant[] }>
}

/** A mutant with the text of its file once it is made. */
export interface Slip extends Mutant {
  readonly text: string
}

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
)

/**
 * Loads the instrumenter of the Stryker that `npx` has put into the path.
 *
 * @throws if there is none
 */
export const loadInstrumenter = async (): Promise<Instrumenter> => {
  const program = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'stryker'))
    .find((path) => existsSync(path))
  if (program === undefined) throw new Error('stryker cannot be found: use npm run slips')
  const module = resolve(realpathSync(program), '../../../instrumenter/dist/src/index.js')
  const { Instrumenter } = (await import(pathToFileURL(module).href)) as {
    readonly Instrumenter: new (logger: object) => Instrumenter
  }
  return new Instrumenter({ ...silent, isDebugEnabled: () => false })
}

const indexOf = (text: string, { line, column }: Position): number =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, each) => sum + each.length + 1, column)

/** What binds more loosely than the original would swallow its neighbours. */
const isOperator = (mutatorName: string): boolean => /^(?:Arithmetic|Equality|Logical)Operator$/.test(mutatorName)

/** Every mutant of a file that Stryker would make. */
export const mutantsOf = async (instrumenter: Instrumenter, file: string): Promise<readonly Slip[]> => {
  const content = readFileSync(file, 'utf8')
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: true }
  const { mutants } = await instrumenter.instrument([{ name: file, mutate: true, content }], options)
  return mutants.map(({ mutatorName, replacement, location: { start, end } }) => {
    const [from, to] = [indexOf(content, start), indexOf(content, end)]
    const inserted = isOperator(mutatorName) ? `(${replacement})` : replacement
    return {
      file,
      line: start.line + 1,
      source: sourceLine(content, start.line + 1),
      original: content.slice(from, to),
      replacement,
      text: `${content.slice(0, from)}${inserted}${content.slice(to)}`,
    }
  })
}
