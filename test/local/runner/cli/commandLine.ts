import type { Command } from 'commander'
import { createProgram, runProgram } from './runProgram.ts'
import type { Toolchain } from './toolchain.ts'

/** Loads a command. Each is loaded only when it is named, so that `token` does not load what serves. */
const commands: Readonly<Record<string, () => Promise<(program: Command, toolchain: Toolchain) => void>>> = {
  start: async () => (await import('./startCommand.ts')).addStart,
  token: async () => (await import('./tokenCommand.ts')).addToken,
  invoke: async () => (await import('./invokeCommand.ts')).addInvoke,
  'generate-event': async () => (await import('./generateEventCommand.ts')).addGenerateEvent,
}

const programOf = async (name: string | undefined, toolchain: Toolchain): Promise<Command> => {
  const program = createProgram(toolchain.command ?? 'serve-assembly', 'Serves a synthesized CDK app on this machine')
  const named = name === undefined ? undefined : commands[name]
  for (const load of named === undefined ? Object.values(commands) : [named]) (await load())(program, toolchain)
  // npm takes what stands before `--` for an option of its own.
  if (toolchain.command === 'npm run') for (const each of program.commands) each.usage(`-- ${each.usage()}`)
  return program
}

/** Runs `start`, `token`, `invoke` or `generate-event`, and resolves with the exit status. What it and its engines write is for its user alone. */
export const runCommandLine = async (args: readonly string[], toolchain: Toolchain): Promise<number> => {
  process.umask(0o077)
  return runProgram(await programOf(args[0], toolchain), args)
}
