/** Bytes that a value takes in the body of a Lambda answer: as JSON that is a text within JSON. */
export const sizeInAnswer = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - 2

/** The most bytes of the items of an answer: Lambda allows 6,291,556 bytes, headers and envelope included. */
export const answerLimitBytes = 5_000_000

/** The first items that together take at most `limit` bytes of an answer. */
export const fitting = <Item>(items: readonly Item[], limit = answerLimitBytes): readonly Item[] => {
  let size = 0
  for (const [index, item] of items.entries()) {
    size += sizeInAnswer(item) + 1
    if (size > limit) return items.slice(0, index)
  }
  return items
}
