interface Kept<Value> {
  readonly until: number
  readonly value: Promise<Value>
}

/**
 * Caches the value that is read for a key, within one execution environment; concurrent callers share one read. A failed
 * read is not cached, nor a value that `isKept` refuses.
 */
export const cached = <Value>(
  lifetimeMs: number,
  read: (key: string) => Promise<Value>,
  isKept: (value: Value) => boolean = () => true,
): ((key?: string) => Promise<Value>) => {
  const known = new Map<string, Kept<Value>>()
  return (key = '') => {
    const now = Date.now()
    const kept = known.get(key)
    if (kept !== undefined && kept.until > now) return kept.value
    const reading: Kept<Value> = { until: now + lifetimeMs, value: read(key) }
    known.set(key, reading)
    const forget = () => known.get(key) === reading && known.delete(key)
    reading.value.then((value) => isKept(value) || forget(), forget)
    return reading.value
  }
}
