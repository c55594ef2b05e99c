import { XMLParser } from 'fast-xml-parser'

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

/** One element with text, which is escaped, or with elements. */
export const element = (name: string, content: string | number | readonly Xml[]): Xml => {
  const inner =
    typeof content === 'object'
      ? content.join('')
      : String(content).replace(/[&<>"\r]/g, (character) => entities[character] ?? character)
  return `<${name}>${inner}</${name}>` as Xml
}

/** A whole answer document. All but the error document have a namespace. */
export const document = (name: string, ...content: readonly Xml[]): string => {
  const namespace = name === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${namespace}>${content.join('')}</${name}>`
}

/** `htmlEntities` includes numeric references; values stay texts. */
const parserOptions = { htmlEntities: true, parseTagValue: false } as const

/**
 * The content of a document by the names of its elements; an element of `lists` is always an array.
 *
 * @throws Error when the text is not well-formed
 */
export const parseXml = (xml: string, lists: readonly string[]): unknown =>
  new XMLParser({ ...parserOptions, isArray: (name) => lists.includes(name) }).parse(xml, true)
