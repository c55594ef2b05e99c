import { registerHooks } from 'node:module'
import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** A program of `bin` with its arguments. */
export interface Call {
  readonly program: string
  readonly args: readonly string[]
  /** The source in place of a module that the program imports, by its path in the project or its name in Node.js. */
  readonly standIns?: Readonly<Record<string, string>>
}

export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

let current: NonNullable<Call['standIns']> = {}
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    // What the program's modules import stays, because they are loaded once for all programs.
    if (!context.parentURL?.includes('?call=')) return found
    const source = current[found.url.startsWith('file:') ? relative('.', fileURLToPath(found.url)) : found.url]
    const url = `data:text/javascript,${encodeURIComponent(source ?? '')}`
    return source === undefined ? found : { url, format: 'module', shortCircuit: true }
  },
})

const environment = { ...process.env }
const print = process.stdout.write.bind(process.stdout)

/** Runs a program in this process: what it imports is loaded once for all, where a process of its own would load it each time. */
const outcomeOf = async ({ program, args, standIns = {} }: Call, index: number): Promise<Outcome> => {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      written[name] += chunk
      return true
    }
  current = standIns
  process.env = { ...environment }
  process.exitCode = 0
  process.argv = [process.execPath, program, ...args]
  await import(`${pathToFileURL(resolve(program))}?call=${index}`)
  return { status: Number(process.exitCode), ...written }
}

process.exit = ((status: number) => {
  process.exitCode = status
}) as typeof process.exit
const outcomes: Outcome[] = []
for (const [index, call] of (JSON.parse(process.argv[2] ?? '[]') as readonly Call[]).entries())
  outcomes.push(await outcomeOf(call, index))
process.exitCode = 0
print(JSON.stringify(outcomes))
