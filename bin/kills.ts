import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runKills } from '../test/demo/kills.ts'

const usage = 'usage: npm run kills -- [number of kills, 100 by default] [--seed number]'

const readOptions = () => {
  const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
  const [given = '100', ...more] = positionals
  const count = Number(given)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (!Number.isInteger(count) || count < 1 || more.length > 0 || !Number.isInteger(seed)) throw new Error('')
  return { count, seed }
}

const optionsOrUsage = () => {
  try {
    return readOptions()
  } catch {
    process.stderr.write(`${usage}\n`)
    return undefined
  }
}

/** Kills a local API of its own with SIGKILL at random moments under load, and counts what became of everything that it had acknowledged. */
const main = async (): Promise<number> => {
  const options = optionsOrUsage()
  if (options === undefined) return 2
  const onProgress = (line: string) => void process.stderr.write(`${line}\n`)
  try {
    const report = await runKills(resolve(import.meta.dirname, '..'), { ...options, seededItems: 12_000, onProgress })
    process.stdout.write(`${report.lines.join('\n')}\n`)
    return report.isRight ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

process.exitCode = await main()
