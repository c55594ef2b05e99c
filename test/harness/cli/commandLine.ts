import { generateEventCommand } from './generateEventCommand.ts'
import { invokeCommand } from './invokeCommand.ts'
import { startCommand } from './startCommand.ts'
import { tokenCommand } from './tokenCommand.ts'
import type { Toolchain } from './toolchain.ts'
import { usage } from './usage.ts'
import { UsageError } from './usageError.ts'

type Command = (args: readonly string[], toolchain: Toolchain) => Promise<number>

const commands: Readonly<Record<string, Command>> = {
  start: startCommand,
  token: tokenCommand,
  invoke: invokeCommand,
  'generate-event': generateEventCommand,
}

/**
 * Runs `start`, `token`, `invoke` or `generate-event` and resolves with the exit status: 2 after a mistake in the command line,
 * 1 after any other failure, of which one line on stderr tells.
 */
export const runCommandLine = async (args: readonly string[], toolchain: Toolchain): Promise<number> => {
  const [name = '', ...rest] = args
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (command === undefined)
      throw new UsageError(`expected one of ${Object.keys(commands).join(', ')}, got '${name}'`)
    return await command(rest, toolchain)
  } catch (error) {
    process.stderr.write(`${oneLine(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

const oneLine = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error)
  return message.trim().replace(/\s*\n\s*/g, ' ')
}
