import { translate } from './translate.ts'

type Json = Readonly<Record<string, unknown>>

const jsonOf = (text: string, line: number): Json => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(translate('noJson', { line }))
  }
}

/** A line of an export has its resource and its data; another line is an item itself. */
const itemsOf = (line: Json): readonly Json[] => {
  if (!('resource' in line)) return [line]
  return line['resource'] === 'history' ? [line['data'] as Json] : []
}

/** The history items of a file: JSON Lines, as `export-data` writes them, or an array. */
export const historyFileItems = (text: string): readonly Json[] => {
  const lines = text.trimStart().startsWith('[')
    ? (jsonOf(text, 1) as unknown as readonly Json[])
    : text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [jsonOf(line, index + 1)]))
  const items = lines.flatMap(itemsOf)
  if (items.length === 0) throw new Error(translate('noItems'))
  return items
}
