/** The page's own element at a selector. */
export const element = <Kind extends Element>(selector: string): Kind => {
  const found = document.querySelector<Kind>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** A new element with properties and contents; texts stay texts. */
export const made = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...contents: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] => {
  const result = Object.assign(document.createElement(tag), properties)
  result.append(...contents)
  return result
}
