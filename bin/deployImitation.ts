import { hasPython } from '../test/proofs/installedPython.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'
import { type JsonFlag, jsonOption, scriptOutput } from './commandLine/scriptOutput.ts'

const description = `Follows the operators' guide in an imitation of AWS while webhooks come: from the last release to the tree, back and forward, with a recipient
restored, an hour replayed, and the service destroyed and deployed. At the same time it deploys the tree and a copy with every kind of change, while
the imitation evaluates the functions' permissions. Needs Python 3, and is skipped without it.`

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
