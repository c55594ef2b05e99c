import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { hasPython } from '../test/proofs/imitation/pythonPrograms.ts'

const description = `Bootstraps, deploys, walks, updates and destroys the stack by the real CDK command line against an imitation of AWS, and repeats it
while the imitation evaluates the functions' permissions. Needs Python 3, and is skipped without it.`

const program = createProgram('npm run deploy:imitation', description)
program.action(async () => {
  if (!hasPython()) {
    process.stdout.write('deploy:imitation is skipped: there is no python3 that can make virtual environments\n')
    return
  }
  // The CDK would take seconds of every --help.
  const { rehearse } = await import('../test/proofs/deployment/rehearsal.ts')
  try {
    for (const authorized of [false, true]) {
      process.stdout.write(`\n${authorized ? 'With permissions evaluated' : 'Without evaluating permissions'}\n`)
      await rehearse({ authorized, write: (line) => process.stdout.write(`${line}\n`) })
    }
  } catch (error) {
    process.stderr.write(`deploy:imitation: ${error instanceof Error ? error.message : error}\n`)
    if (error instanceof Error && error.cause !== undefined) process.stderr.write(`${error.cause}\n`)
    throw new CommandFailed()
  }
})

process.exitCode = await runProgram(program, process.argv.slice(2))
