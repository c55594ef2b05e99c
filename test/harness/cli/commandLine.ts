import type { Command } from 'commander'
import { addGenerateEvent } from './generateEventCommand.ts'
import { addInvoke } from './invokeCommand.ts'
import { createProgram, runProgram } from './runProgram.ts'
import { addStart } from './startCommand.ts'
import { addToken } from './tokenCommand.ts'
import type { Toolchain } from './toolchain.ts'

const programOf = (toolchain: Toolchain): Command => {
  const program = createProgram(toolchain.command ?? 'serve-assembly', 'Serves a synthesized CDK app on this machine')
  for (const add of [addStart, addToken, addInvoke, addGenerateEvent]) add(program, toolchain)
  // npm takes what stands before `--` for an option of its own.
  if (toolchain.command === 'npm run') for (const each of program.commands) each.usage(`-- ${each.usage()}`)
  return program
}

/** Runs `start`, `token`, `invoke` or `generate-event`, and resolves with the exit status. What it and its engines write is for its user alone. */
export const runCommandLine = (args: readonly string[], toolchain: Toolchain): Promise<number> => {
  process.umask(0o077)
  return runProgram(programOf(toolchain), args)
}
