import { hasPython } from '../test/proofs/installedPython.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from './commandLine/scriptOutput.ts'

const description = `Bootstraps, deploys, walks, updates and destroys the stack by the real CDK command line against an imitation of AWS, and repeats it
while the imitation evaluates the functions' permissions. Needs Python 3, and is skipped without it.`

const program = createProgram('npm run deploy:imitation --', description)
program.option(...jsonOption).action(async (flags: JsonFlag) => {
  const { line, lines, progress, result } = scriptOutput(flags)
  if (!hasPython()) {
    line('deploy:imitation is skipped: there is no python3 that can make virtual environments')
    result({ isSkipped: true, lines })
    return
  }
  // The CDK would take seconds of every --help.
  const { rehearse } = await import('../test/proofs/deployment/rehearsal.ts')
  try {
    for (const authorized of [false, true]) {
      line(`\n${authorized ? 'With permissions evaluated' : 'Without evaluating permissions'}`)
      await rehearse({ authorized, write: line })
    }
    result({ isSkipped: false, lines })
  } catch (error) {
    progress(`deploy:imitation: ${error instanceof Error ? error.message : error}`)
    if (error instanceof Error && error.cause !== undefined) progress(`${error.cause}`)
    throw new CommandFailed()
  }
})

process.exitCode = await runProgram(program, process.argv.slice(2))
