/** Reads a member of a value that may not be an object. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** Reads a member that is a text; otherwise undefined. */
export const textMember = (value: unknown, name: string): string | undefined => {
  const found = member(value, name)
  return typeof found === 'string' ? found : undefined
}
