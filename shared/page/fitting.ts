/** Bytes that a value takes as JSON in the body of a Lambda answer, which is itself a text within JSON. */
export const sizeInAnswer = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - 2

/** Bytes that the items of an answer may take: Lambda ends an answer at 6,291,556 bytes, headers and envelope included. */
export const answerLimit = 5_000_000

/** As many of the first items as an answer may hold when all of them together may take `limit` bytes. */
export const fitting = <Item>(items: readonly Item[], limit = answerLimit): readonly Item[] => {
  let size = 0
  for (const [index, item] of items.entries()) {
    size += sizeInAnswer(item) + 1
    if (size > limit) return items.slice(0, index)
  }
  return items
}
