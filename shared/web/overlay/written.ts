/** A text in an element of its own, by its class. */
export const written = (className: string, text: string): HTMLElement => {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}
