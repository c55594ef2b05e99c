import { UnreadableFile } from './unreadableFile.ts'

/** An element of a JSON text, still as text, with the line on which it begins. */
export interface JsonElement {
  readonly line: number
  readonly text: string
}

/** Characters of the longest element: a history item is a quarter of it. */
export const longestElement = 1_000_000

/** The place of the objects: an array that is the whole text, or a member of it (`data`, `docs`). */
const isPlace = (nesting: string): boolean => nesting === '[' || nesting === '{['

/**
 * Finds the objects of the outermost arrays in a JSON text that comes in pieces, so that no more than one of them is
 * held. Their contents are left to `JSON.parse`. Several texts may follow each other, such as pages of an API.
 *
 * @returns `take`, which gives the elements that end in a piece, and `isWhole`, whether nothing is left open
 */
export const elementFinder = () => {
  let [nesting, held, line, begunAt] = ['', '', 1, 0]
  let inString = false
  let isEscaped = false
  /** Within a piece; undefined outside of elements. */
  let start: number | undefined

  const step = (character: string, index: number): boolean => {
    if (inString) {
      if (isEscaped) isEscaped = false
      else if (character === '\\') isEscaped = true
      else if (character === '"') inString = false
      return false
    }
    if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (character === '{' && isPlace(nesting)) [start, begunAt] = [index, line]
      nesting += character
    } else if (character === '}' || character === ']') {
      nesting = nesting.slice(0, -1)
      return start !== undefined && isPlace(nesting)
    } else if (character === '\n') line++
    return false
  }

  function* take(piece: string): Generator<JsonElement> {
    for (let index = 0; index < piece.length; index++) {
      if (!step(piece.charAt(index), index)) continue
      yield { line: begunAt, text: held + piece.slice(start, index + 1) }
      held = ''
      start = undefined
    }
    if (start === undefined) return
    held += piece.slice(start)
    start = 0
    if (held.length > longestElement) throw new UnreadableFile({ name: 'endlessObject', values: { line: begunAt } })
  }

  return { take, isWhole: () => nesting === '' && !inString, line: () => line }
}
