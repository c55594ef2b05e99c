import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { messageOf } from './runProgram.ts'
import { UsageError } from './usageError.ts'

/** The recipient of events and of the first token, unless `--recipient` names another one. */
export const demoRecipient = 'demo'

/** Reads an option's value, which has to be a whole number within the range. */
export const wholeNumber =
  (minimum: number, maximum: number) =>
  (value: string): number => {
    const number = Number(value)
    if (/^-?\d+$/.test(value) && number >= minimum && number <= maximum) return number
    throw new InvalidArgumentError(`Expected a whole number from ${minimum} to ${maximum}.`)
  }

/** Reads an option's value, which may not be empty. */
export const nonEmpty = (value: string): string => {
  if (value.trim() !== '') return value
  throw new InvalidArgumentError('Expected a value that is not empty.')
}

/** Reads an option that may be repeated. */
export const repeated = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** Reads an option that may be repeated, each time with a name and its value. */
export const namedValue = (value: string, before: Readonly<Record<string, string>> = {}) => {
  const [, name = '', given = ''] = /^([^=]+)=(.*)$/s.exec(value) ?? []
  if (name !== '') return { ...before, [name]: given }
  throw new InvalidArgumentError('Expected <name>=<value>.')
}

/** `memory`, an absolute folder, or by default `.local` of the project. */
export const dataFolderFrom = (value: string | undefined, projectFolder: string): string | 'memory' => {
  if (value === '') throw new UsageError("--data: expected a folder or 'memory'")
  return value === 'memory' ? value : resolve(projectFolder, value ?? '.local')
}

/** Reads the file that an option names; `-` reads standard input. */
export const fromFile = <Value>(option: string, file: string, folder: string, read: (text: string) => Value): Value => {
  try {
    return read(readFileSync(file === '-' ? 0 : resolve(folder, file), 'utf8'))
  } catch (error) {
    // A parser's message may quote lines of the file.
    throw new UsageError(`${option} ${file}: ${messageOf(error).replaceAll(/\s+/g, ' ')}`)
  }
}
