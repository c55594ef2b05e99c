/** Sizes of the parts of a client's frame: opcode and flags, length, mask (RFC 6455, section 5.2). */
const headBytes = 2
const maskBytes = 4

/** The size of the length field, and a function that reads it. */
const lengthAt = (head: Buffer): { readonly bytes: number; readonly read: () => number } => {
  const short = head.readUInt8(1) & 0x7f
  if (short === 126) return { bytes: 2, read: () => head.readUInt16BE(headBytes) }
  if (short === 127) return { bytes: 8, read: () => Number(head.readBigUInt64BE(headBytes)) }
  return { bytes: 0, read: () => short }
}

/**
 * Reads the bytes that a client sends and reports the payload size of each frame as soon as its head has arrived: the WebSocket library
 * hands over whole messages only, and API Gateway limits both.
 */
export const frameSizes = (onFrame: (bytes: number) => void): ((chunk: Buffer) => void) => {
  let head = Buffer.alloc(0)
  let toSkip = 0

  const takeHead = (chunk: Buffer): Buffer => {
    head = Buffer.concat([head, chunk])
    if (head.length < headBytes) return Buffer.alloc(0)
    const length = lengthAt(head)
    const size = headBytes + length.bytes + maskBytes
    if (head.length < size) return Buffer.alloc(0)
    const rest = head.subarray(size)
    toSkip = length.read()
    head = Buffer.alloc(0)
    onFrame(toSkip)
    return rest
  }

  return (chunk) => {
    let rest = chunk
    while (rest.length > 0) {
      const skipped = Math.min(toSkip, rest.length)
      toSkip -= skipped
      rest = rest.subarray(skipped)
      if (rest.length > 0) rest = takeHead(rest)
    }
  }
}
