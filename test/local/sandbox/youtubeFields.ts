/** The members that a partial response keeps, by name. An empty selection keeps all members below. */
type Selection = Map<string, Selection>

/** Parses `a,b/c,d(e,f)`. Returns undefined for another form. */
const parseFields = (fields: string): Selection | undefined => {
  let position = 0
  const skip = (text: string): boolean => {
    const found = fields.startsWith(text, position)
    if (found) position += text.length
    return found
  }

  const readField = (into: Selection): boolean => {
    const name = /^[A-Za-z]+/.exec(fields.slice(position))?.[0]
    const below: Selection = new Map()
    if (name === undefined) return false
    position += name.length
    into.set(name, below)
    if (skip('/')) return readField(below)
    return !skip('(') || (readFields(below) && skip(')'))
  }

  const readFields = (into: Selection): boolean => {
    do if (!readField(into)) return false
    while (skip(','))
    return true
  }

  const selection: Selection = new Map()
  return readFields(selection) && position === fields.length ? selection : undefined
}

const select = (value: unknown, selection: Selection): unknown => {
  if (selection.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => select(item, selection))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const below = selection.get(name)
      return below === undefined ? [] : [[name, select(member, below)]]
    }),
  )
}

/**
 * The part of an answer that Google's parameter `fields` selects; undefined if the parameter is malformed.
 * https://developers.google.com/youtube/v3/getting-started#fields
 */
export const selectFields = (answer: unknown, fields: string): unknown => {
  const selection = parseFields(fields)
  return selection === undefined ? undefined : select(answer, selection)
}
