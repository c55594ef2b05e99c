/** Bytes are reserved in steps, so that a value that grows a little needs no new reservation. */
const step = 512

/** Bytes to reserve for a value of that many as JSON. */
export const reservationFor = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(value)) / step) * step
