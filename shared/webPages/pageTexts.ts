type Values = Readonly<Record<string, string | number>>

/** A text of the page in its language, by its name, with values in the places of their names. */
export type Say<Name extends string> = (name: Name, values?: Values) => string

/** The texts that the service has put into the page, as lines `name=text`. */
export const textsOfPage = <Name extends string>(): Say<Name> => {
  const lines = document.querySelector<HTMLMetaElement>('meta[name=texts]')?.content.split('\n') ?? []
  const texts = new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
  return (name, values = {}) =>
    (texts.get(name) ?? name).replaceAll(/\{(\w+)\}/g, (_place, value: string) => String(values[value] ?? ''))
}
