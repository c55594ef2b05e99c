interface SetExpression {
  readonly UpdateExpression: string
  readonly ExpressionAttributeNames: Record<string, string>
  readonly ExpressionAttributeValues: Record<string, unknown>
}

/**
 * The update expression that sets the given attributes and skips undefined ones. It is undefined when no attribute is given.
 * Names are always aliased (`#name`, `:name`), because many are reserved words.
 */
export const setExpression = (attributes: Readonly<Record<string, unknown>>): SetExpression | undefined => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  if (given.length === 0) return undefined
  return {
    UpdateExpression: `SET ${given.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(given.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(given.map(([name, value]) => [`:${name}`, value])),
  }
}
