import { parseArgs } from 'node:util'
import { measureFairness, usualFlood } from '../test/bench/fairness.ts'

const usage = `usage: npm run fairness [-- flags]
Floods a local API of its own as one recipient, and measures what another one's announcement, print and donation take meanwhile, beside
what they take when nothing else happens. Ends with status 1 when one takes more than three times as long. Takes a few minutes.

${Object.entries(usualFlood)
  .map(([name, value]) => `  --${name.padEnd(12)} <number>   default ${value}`)
  .join('\n')}
  --help`

const numberFrom = (name: string, text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number above 0`)
  return value
}

/** The chosen flood; undefined when help was asked for. */
const readOptions = (): typeof usualFlood | undefined => {
  const defaults = Object.entries(usualFlood).map(
    ([name, value]) => [name, { type: 'string', default: String(value) }] as const,
  )
  const { values } = parseArgs({ options: { ...Object.fromEntries(defaults), help: { type: 'boolean' } } })
  if (values.help) return undefined
  const texts: Readonly<Record<string, unknown>> = values
  const given = defaults.map(([name]) => [name, numberFrom(name, String(texts[name]))])
  return { ...usualFlood, ...Object.fromEntries(given) }
}

const main = async (): Promise<number> => {
  try {
    const options = readOptions()
    if (options === undefined) {
      process.stdout.write(`${usage}\n`)
      return 0
    }
    const lines = measureFairness(options)
    for (let next = await lines.next(); ; next = await lines.next()) {
      if (next.done) return next.value ? 0 : 1
      process.stdout.write(`${next.value}\n`)
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
    return 2
  }
}

process.exitCode = await main()
