import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A program of `bin` with its arguments. */
export interface Call {
  readonly program: string
  readonly args: readonly string[]
}

export interface Outcome {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

const environment = { ...process.env }
const print = process.stdout.write.bind(process.stdout)

/** Runs a program in this process: what it imports is loaded once for all, where a process of its own would load it each time. */
const outcomeOf = async ({ program, args }: Call, index: number): Promise<Outcome> => {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      written[name] += chunk
      return true
    }
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
