declare const escaped: unique symbol

/** XML text whose content is already escaped. */
export type Xml = string & { readonly [escaped]: true }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One element with text, which is escaped, or with elements. */
export const element = (name: string, content: string | number | readonly Xml[]): Xml => {
  const inner =
    typeof content === 'object'
      ? content.join('')
      : String(content).replace(/[&<>"\r]/g, (character) => entities[character] ?? character)
  return `<${name}>${inner}</${name}>` as Xml
}

/** A whole answer; the error document alone has no namespace. */
export const document = (name: string, ...content: readonly Xml[]): string => {
  const namespace = name === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${namespace}>${content.join('')}</${name}>`
}

const decoded = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16))
    return characters[name] ?? entity
  })

/** The inner XML of every element called `name`, outermost first; enough for the flat documents that S3 receives. */
export const innerElements = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '')

/** The text of the first element called `name`. */
export const elementText = (xml: string, name: string): string | undefined => {
  const inner = innerElements(xml, name)[0]
  return inner === undefined ? undefined : decoded(inner.trim())
}
