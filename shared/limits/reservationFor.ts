/** Bytes are reserved in steps, so that a value that grows a little needs no new reservation. */
const step = 512

/** Bytes to reserve for a value, from the length of its JSON. */
export const reservationFor = (value: unknown): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(value)) / step) * step
