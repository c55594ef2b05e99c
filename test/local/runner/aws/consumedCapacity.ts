/** Read and write request units of one call. */
export interface ConsumedUnits {
  readonly readUnits: number
  readonly writeUnits: number
}

interface Capacity {
  readonly CapacityUnits?: number
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
}

export const nothingConsumed: ConsumedUnits = { readUnits: 0, writeUnits: 0 }
const reads = new Set(['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'Scan'])
export const writes: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
])

/** Adds `ReturnConsumedCapacity` to a request's body, unless the operation has no such member or the caller asks for capacity itself. */
export const askingForCapacity = (
  action: string,
  body: Buffer | string,
  asked: string | undefined,
): Buffer | string => {
  if (asked === 'TOTAL' || asked === 'INDEXES' || !(reads.has(action) || writes.has(action))) return body
  const text = body.toString()
  if (asked !== undefined) return JSON.stringify({ ...JSON.parse(text), ReturnConsumedCapacity: 'TOTAL' })
  return `{"ReturnConsumedCapacity":"TOTAL",${text.slice(text.indexOf('{') + 1)}`
}

const capacityName = ',"ConsumedCapacity":'

/**
 * The capacity at the end of an answer, where engines write it, and what is left without it; undefined when it is elsewhere. A page of a
 * megabyte need not be parsed then. What follows a member of the same name in an item would end in its brackets, which is no JSON.
 */
const cutCapacity = (body: Buffer | string): { capacity: Capacity | Capacity[]; rest: Buffer } | undefined => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const start = bytes.lastIndexOf(capacityName)
  if (start === -1) return undefined
  try {
    const capacity = JSON.parse(bytes.toString('utf8', start + capacityName.length, bytes.lastIndexOf('}')))
    return { capacity, rest: Buffer.concat([bytes.subarray(0, start), Buffer.from('}')]) }
  } catch {
    return undefined
  }
}

/**
 * Removes the consumed capacity from an answer.
 *
 * @param asked the caller's own `ReturnConsumedCapacity`; the caller sees capacity only if it asked for it
 */
export const takeCapacity = (action: string, body: Buffer | string, asked: string | undefined) => {
  if (!reads.has(action) && !writes.has(action)) return { units: nothingConsumed, body }
  const wanted = asked === 'TOTAL' || asked === 'INDEXES'
  const cut = cutCapacity(body)
  if (cut !== undefined) return { units: sumOf(action, cut.capacity), body: wanted ? body : cut.rest }
  const { ConsumedCapacity, ...output } = JSON.parse(body.toString()) as { ConsumedCapacity?: Capacity | Capacity[] }
  if (ConsumedCapacity === undefined) return { units: nothingConsumed, body }
  return { units: sumOf(action, ConsumedCapacity), body: wanted ? body : JSON.stringify(output) }
}

const sumOf = (action: string, capacity: Capacity | Capacity[]): ConsumedUnits =>
  sumOfUnits([capacity].flat().map((each) => unitsOf(action, each)))

const unitsOf = (action: string, capacity: Capacity): ConsumedUnits => {
  const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } = capacity
  if (ReadCapacityUnits !== undefined || WriteCapacityUnits !== undefined) {
    return { readUnits: ReadCapacityUnits ?? 0, writeUnits: WriteCapacityUnits ?? 0 }
  }
  return reads.has(action) ? { readUnits: CapacityUnits, writeUnits: 0 } : { readUnits: 0, writeUnits: CapacityUnits }
}

/** The units of all calls together. */
export const sumOfUnits = (calls: readonly ConsumedUnits[]): ConsumedUnits => ({
  readUnits: calls.reduce((total, { readUnits }) => total + readUnits, 0),
  writeUnits: calls.reduce((total, { writeUnits }) => total + writeUnits, 0),
})
