/** A cheermote is a name and a number of Bits: `Cheer100`, `4Head10`. */
const cheermote = /^[a-z0-9]*[a-z](\d+)$/i

/**
 * The words of a cheer. `channel.cheer` does not say which words are cheermotes: those whose numbers make up the Bits
 * together, the greatest first. Where none do, all words stay.
 */
export const withoutCheermotes = (message: string, bits: number): string => {
  const words = message.split(/\s+/).filter((word) => word !== '')
  const found = words.flatMap((word, index) => {
    const [, number] = cheermote.exec(word) ?? []
    return number === undefined ? [] : [{ index, value: Number(number) }]
  })
  let left = bits
  const taken = new Set<number>()
  for (const { index, value } of found.toSorted((one, other) => other.value - one.value))
    if (value > 0 && value <= left) {
      taken.add(index)
      left -= value
    }
  return left === 0 && taken.size > 0 ? words.filter((_, index) => !taken.has(index)).join(' ') : message
}
