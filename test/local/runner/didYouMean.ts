/** The insertions, removals and replacements of characters that lead from one text to the other. */
const editsBetween = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, character] of [...one].entries()) {
    const row = [line + 1]
    for (const [column, opposite] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + Number(character !== opposite)
      row.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

/** The name that the given one is a slip of, if there is one. Case does not count. */
export const nearest = (name: string, names: readonly string[]): string | undefined => {
  const [found] = names
    .map((each) => ({ each, edits: editsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits)
  return found !== undefined && found.edits <= Math.max(1, name.length / 3) ? found.each : undefined
}

/** A question for the name that is meant, or else all names. */
export const didYouMean = (name: string, names: readonly string[]): string => {
  const meant = nearest(name, names)
  return meant === undefined ? `there are: ${names.join(', ')}` : `did you mean ${meant}?`
}
