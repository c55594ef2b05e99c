import { Command, CommanderError } from 'commander'
import { UsageError } from './usageError.ts'

/** Ends a command with status 1 after the command has printed what is wrong. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** A command whose mistakes end in `runProgram`, as those of its subcommands do. */
export const createProgram = (name: string, description: string): Command =>
  new Command(name).description(description).exitOverride().helpOption('-h, --help', 'prints this help')

/** Runs a command line, and resolves with 0, with 2 after a mistake in it, or with 1 after any other failure. Errors go to stderr. */
export const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the help, or the mistake with a suggestion.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommandFailed)) process.stderr.write(`${messageOf(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).trim()
