import { filledText, type Values } from './filledText.ts'

/** A text of the page in its language, by its name, with values in the places of their names. */
export type Translate<Name extends string> = (name: Name, values?: Values) => string

/** The texts that the service has put into the page: their names in one line, and a line for each. */
export const textsOfPage = <Name extends string>(): Translate<Name> => {
  const [names = '', ...lines] = document.querySelector('data')?.value.split('\n') ?? []
  const texts = new Map(names.split(' ').map((name, position) => [name, lines[position]]))
  return (name, values) => filledText(texts.get(name) ?? name, values)
}
