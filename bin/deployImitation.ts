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
  // Each has an imitation of its own, and waits more than it computes.
  const lives = await Promise.allSettled(
    Object.entries({ release: false, changes: true }).map(([life, authorized]) =>
      rehearse({ authorized, write: (text) => line(`${life} ${text}`) }),
    ),
  )
  const failures = lives.flatMap((life) => (life.status === 'rejected' ? [life.reason] : []))
  for (const failure of failures) {
    progress(`deploy:imitation: ${failure instanceof Error ? failure.message : failure}`)
    if (failure instanceof Error && failure.cause !== undefined) progress(`${failure.cause}`)
  }
  if (failures.length > 0) throw new CommandFailed()
  result({ isSkipped: false, lines })
})

process.exitCode = await runProgram(program, process.argv.slice(2))
