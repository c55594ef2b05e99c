/** The page's own element at a selector. */
export const element = <Kind extends Element>(selector: string): Kind => document.querySelector(selector) as Kind

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
