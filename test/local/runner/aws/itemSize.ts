/** An attribute value as it is on the wire: one member that names its type. */
export type AttributeValue = Readonly<Record<string, unknown>>
export type WireItem = Readonly<Record<string, AttributeValue>>

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

/** Two digits take a byte; leading and trailing zeros take none. */
const numberSize = (text: string): number => {
  const digits = text
    .replace(/e.*$/i, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+|0+$/g, '')
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}

const binarySize = (base64: string): number => Buffer.byteLength(base64, 'base64')

const valueSizes: Readonly<Record<string, (value: never) => number>> = {
  S: (text: string) => Buffer.byteLength(text),
  N: numberSize,
  B: binarySize,
  SS: (texts: readonly string[]) => sum(texts.map((text) => Buffer.byteLength(text))),
  NS: (numbers: readonly string[]) => sum(numbers.map(numberSize)),
  BS: (binaries: readonly string[]) => sum(binaries.map(binarySize)),
  L: (values: readonly AttributeValue[]) => 3 + sum(values.map((value) => 1 + valueSize(value))),
  M: (members: WireItem) => 3 + itemSize(members) + Object.keys(members).length,
}

/** Bytes of an attribute's value; a flag and a null take one. */
export const valueSize = (value: AttributeValue): number => {
  const [type = '', content] = Object.entries(value)[0] ?? []
  return valueSizes[type]?.(content as never) ?? 1
}

/** Bytes of an item: names and values. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export const itemSize = (item: WireItem): number =>
  sum(Object.entries(item).map(([name, value]) => Buffer.byteLength(name) + valueSize(value)))

/** The depth of nested lists and maps. */
export const depthOf = (value: AttributeValue): number => {
  const within = value['L'] ?? value['M']
  if (typeof within !== 'object' || within === null) return 0
  return 1 + Math.max(0, ...Object.values(within as Record<string, AttributeValue>).map(depthOf))
}
