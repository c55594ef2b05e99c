import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { folderGuides, secretGuides } from './secretGuide.ts'

export interface Question {
  /** Its name in a file of answers. */
  readonly name: string
  readonly text: string
  /** Whether the answer is not to be seen while it is typed. */
  readonly isHidden?: boolean
}

/** Asks, and resolves to the answer; an empty one leaves the thing as it is. */
export type Ask = (question: Question) => Promise<string>

/** The contents of a file of answers: an optional answer for each question's name. */
export type Answers = Readonly<Record<string, string>>

const isKnown = (name: string): boolean =>
  ['email', 'password', ...Object.keys(secretGuides)].includes(name) ||
  Object.keys(folderGuides).some((folder) => name.startsWith(`${folder}/`))

/** @throws Error that names the mistake in the text */
export const answersFrom = (text: string): Answers => {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected an object')
  for (const [name, answer] of Object.entries(value)) {
    if (!isKnown(name)) throw new Error(`${name}: nothing of this name is asked`)
    if (typeof answer !== 'string') throw new Error(`${name}: expected a text`)
  }
  return value as Answers
}

/** Answers from a file; those in a folder (`telegram/bots/main`) answer its questions (`telegram/bots`). */
export const askAnswers = (answers: Answers): Ask => {
  const asked = new Set<string>()
  return async ({ name }) => {
    asked.add(name)
    const next = Object.keys(answers).find((key) => key.startsWith(`${name}/`) && !asked.has(key))
    return answers[name] ?? next?.slice(name.length + 1) ?? ''
  }
}

/** Asks at the terminal, on stderr, so that stdout stays a program's. */
export const askTerminal = (): { readonly ask: Ask; readonly close: () => void } => {
  let isHidden = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isHidden) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  // Ctrl-C ends the program as it does elsewhere; everything up to here is stored.
  lines.once('SIGINT', () => process.exit(130))
  const ask: Ask = async ({ text, isHidden: isSecret = false }) => {
    // The interface asks, because it clears the line in which it asks.
    const typed = lines.question(`${text}: `)
    isHidden = isSecret
    const answer = await typed
    if (isHidden) process.stderr.write('\n')
    isHidden = false
    return answer.trim()
  }
  return { ask, close: () => lines.close() }
}
