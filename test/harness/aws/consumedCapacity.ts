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
const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'])

/** The body of a request that also asks what it consumes; unchanged where that cannot be asked, or is asked already. */
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

/**
 * Takes the consumed capacity out of an answer.
 *
 * @param asked what the caller itself asked for: it keeps what it asked for, and sees nothing of what it did not
 */
export const takeCapacity = (action: string, body: Buffer | string, asked: string | undefined) => {
  if (!reads.has(action) && !writes.has(action)) return { units: nothingConsumed, body }
  const { ConsumedCapacity, ...output } = JSON.parse(body.toString()) as { ConsumedCapacity?: Capacity | Capacity[] }
  const units = [ConsumedCapacity ?? []].flat().map((capacity) => unitsOf(action, capacity))
  const total = units.reduce<ConsumedUnits>(sum, nothingConsumed)
  const wanted = asked === 'TOTAL' || asked === 'INDEXES'
  return { units: total, body: wanted || ConsumedCapacity === undefined ? body : JSON.stringify(output) }
}

const unitsOf = (action: string, capacity: Capacity): ConsumedUnits => {
  const { CapacityUnits = 0, ReadCapacityUnits, WriteCapacityUnits } = capacity
  if (ReadCapacityUnits !== undefined || WriteCapacityUnits !== undefined) {
    return { readUnits: ReadCapacityUnits ?? 0, writeUnits: WriteCapacityUnits ?? 0 }
  }
  return reads.has(action) ? { readUnits: CapacityUnits, writeUnits: 0 } : { readUnits: 0, writeUnits: CapacityUnits }
}

const sum = (left: ConsumedUnits, right: ConsumedUnits): ConsumedUnits => ({
  readUnits: left.readUnits + right.readUnits,
  writeUnits: left.writeUnits + right.writeUnits,
})
