type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** An element with attributes and children; texts are inserted as text. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, '')
    else if (typeof value === 'string') made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

/** The element of the document that has the id. */
export const byId = <T extends HTMLElement>(id: string): T => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no #${id}.`)
  return found as T
}

export const timeText = (at: number): string => new Date(at).toLocaleTimeString('en-GB')
