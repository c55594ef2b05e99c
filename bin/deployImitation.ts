import { hasPython } from '../test/proofs/installedPython.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from './commandLine/scriptOutput.ts'

const description = `Deploys the last release from its commit to an imitation of AWS by the real command lines, fills it, updates it to the tree,
takes it back and updates it again while webhooks come. At the same time the tree and a copy with every kind of change, while the imitation
evaluates the functions' permissions. Needs Python 3, and is skipped without it.`

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
  const runs = Object.entries({ release: false, changes: true })
  // Each has an imitation of its own, and waits more than it computes.
  const lives = await Promise.allSettled(
    runs.map(async ([life, authorized]) => {
      try {
        await rehearse({ authorized, write: (text) => line(`${life} ${text}`) })
      } catch (error) {
        progress(`deploy:imitation: ${life}: ${error instanceof Error ? error.message : error}`)
        if (error instanceof Error && error.cause !== undefined) progress(`${error.cause}`)
        throw error
      }
    }),
  )
  if (lives.some(({ status }) => status === 'rejected')) throw new CommandFailed()
  result({ isSkipped: false, lines })
})

process.exitCode = await runProgram(program, process.argv.slice(2))
