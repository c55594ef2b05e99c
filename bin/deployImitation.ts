import { hasPython } from '../test/imitation/pythonPrograms.ts'
import { rehearse } from '../test/imitation/rehearsal.ts'

/**
 * `npm run deploy:imitation`: bootstraps, deploys, walks, updates and destroys by the real CDK command line against an imitation of AWS; then once more
 * while the imitation evaluates the functions' permissions. Needs Python 3, and nothing of it where there is none.
 */
const main = async (): Promise<number> => {
  if (!hasPython()) {
    process.stdout.write('deploy:imitation is skipped: there is no python3 that can make virtual environments\n')
    return 0
  }
  try {
    for (const authorized of [false, true]) {
      process.stdout.write(`\n${authorized ? 'With permissions evaluated' : 'Without evaluating permissions'}\n`)
      await rehearse({ authorized, write: (line) => process.stdout.write(`${line}\n`) })
    }
    return 0
  } catch (error) {
    process.stderr.write(`deploy:imitation: ${error instanceof Error ? error.message : error}\n`)
    if (error instanceof Error && error.cause !== undefined) process.stderr.write(`${error.cause}\n`)
    return 1
  }
}

process.exitCode = await main()
