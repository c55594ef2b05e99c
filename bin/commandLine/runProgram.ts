import { Command, CommanderError } from 'commander'
import { UsageError } from './usageError.ts'

const usageError = new UsageError().name

/** Ends a command with status 1 after the command has printed the reason. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** A command whose mistakes end in `runProgram`, as those of its subcommands do. */
export const createProgram = (name: string, description: string): Command =>
  new Command(name).description(description).exitOverride().helpOption('-h, --help', 'prints this help')

/** Runs a command line; resolves with 0, with 2 after a mistake in it, with 1 after other failures (on stderr). */
export const runProgram = async (program: Command, args: readonly string[]): Promise<number> => {
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed the help, or the mistake with a suggestion.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommandFailed)) process.stderr.write(`${messageOf(error)}\n`)
    // A mistake that the local API's package finds is of that package's own class.
    return error instanceof Error && error.name === usageError ? 2 : 1
  }
}

/** What the SDK or the AWS CLI says where an account or a region is missing, with the step that helps. */
const missing: readonly (readonly [RegExp, string])[] = [
  [
    /^CredentialsProviderError|Unable to locate credentials|security token|ExpiredToken|token.*expired/i,
    'No valid credentials of AWS: aws configure, aws sso login or AWS_PROFILE',
  ],
  [/Region is missing|must specify a region/i, 'No region of AWS: set AWS_REGION, or aws configure set region'],
]

export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error).trim()
  const step = missing.find(([pattern]) => pattern.test(`${error.name}: ${error.message}`))
  return (step?.[1] ?? error.message).trim()
}
