const compiled = new Map<string, RegExp>()

/** Whether a text fits a pattern of the policy language: `*` is any text, `?` one character; case counts. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  let expression = compiled.get(pattern)
  if (!expression) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
    expression = new RegExp(`^${source}$`, 's')
    compiled.set(pattern, expression)
  }
  return expression.test(text)
}
