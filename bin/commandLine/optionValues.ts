import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { utcFromDateTime } from '../../shared/runtime/time/utc.ts'
import { messageOf } from './runProgram.ts'
import { UsageError } from './usageError.ts'

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

/** Reads an option's value, which has to be a JSON object. */
export const jsonObject = (value: string): object => {
  try {
    const object: unknown = JSON.parse(value)
    if (typeof object === 'object' && object !== null && !Array.isArray(object)) return object
  } catch {
    // The message below says what is expected.
  }
  throw new InvalidArgumentError('Expected a JSON object.')
}

/** Reads an option's value, which has to be an instant of the past with its zone. */
export const pastTime = (text: string): Date => {
  const utc = utcFromDateTime(text)
  if (utc === undefined) throw new InvalidArgumentError('Expected a time such as 2026-11-22T08:00:00Z.')
  const time = new Date(utc)
  if (time.getTime() >= Date.now()) throw new InvalidArgumentError('Expected a time in the past.')
  return time
}

export const repeated = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** Reads the file that an option names; `-` reads standard input. */
export const fromFile = <Value>(option: string, file: string, folder: string, read: (text: string) => Value): Value => {
  try {
    return read(readFileSync(file === '-' ? 0 : resolve(folder, file), 'utf8'))
  } catch (error) {
    throw new UsageError(`${option} ${file}: ${messageOf(error)}`)
  }
}
