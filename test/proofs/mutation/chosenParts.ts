import { UsageError } from '../../local/runner/cli/usageError.ts'
import { type Parts, parts } from './parts.ts'

/** The parts that an option names, separated by commas. */
export const chosenParts = (option: string): Parts =>
  Object.fromEntries(
    option.split(',').map((name) => {
      const part = parts[name]
      if (part === undefined) throw new UsageError(`no part ${name}; there are ${Object.keys(parts).join(', ')}`)
      return [name, part]
    }),
  )
