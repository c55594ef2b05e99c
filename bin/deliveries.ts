import { resolve } from 'node:path'
import { runDeliveries } from '../test/demo/deliveries.ts'

const usage = 'usage: npm run deliveries -- [number of deliveries, 10000 by default]'

/** Sends shuffled webhooks, half of them repetitions, to a local API of its own, and counts what became of them. */
const main = async (): Promise<number> => {
  const [given = '10000', ...more] = process.argv.slice(2)
  const count = Number(given)
  if (!Number.isInteger(count) || count < 2 || more.length > 0) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const report = await runDeliveries(resolve(import.meta.dirname, '..'), count)
  process.stdout.write(`${report.lines.join('\n')}\n`)
  return report.isRight ? 0 : 1
}

process.exitCode = await main()
