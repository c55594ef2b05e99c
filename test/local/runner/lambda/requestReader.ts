export interface ReadRequest {
  readonly method: string
  readonly target: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined when it has more bytes than the limit. */
  readonly body: Buffer | undefined
}

interface Head extends Omit<ReadRequest, 'body'> {
  readonly bodyBytes: number
}

const headEnd = '\r\n\r\n'
const mostHeadBytes = 16_384

const headFrom = (text: string): Head => {
  const [requestLine = '', ...lines] = text.split('\r\n')
  const [method = '', target = ''] = requestLine.split(' ')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const bodyBytes = Number(headers['content-length'] ?? 0)
  return { method, target, headers, bodyBytes }
}

/**
 * Reads HTTP requests whose body has a known length from the chunks of a connection. Node's own server would take a tenth of the processor time of an
 * invocation, which has two requests, and could not send two answers at once.
 *
 * @param limit bytes of a body, beyond which it is read and forgotten
 * @returns a function that returns the requests that end in a chunk; undefined for something else than such a request
 */
export const requestReader = (limit: number): ((chunk: Buffer) => readonly ReadRequest[] | undefined) => {
  let head: Head | undefined
  let chunks: Buffer[] = []
  /** Since the end of the last part that was read, also of chunks that were forgotten. */
  let bytes = 0

  /** Ends the part that all chunks but the last bytes belong to. */
  const take = (length: number): Buffer => {
    const received = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    const end = received.length - (bytes - length)
    bytes -= length
    chunks = bytes === 0 ? [] : [received.subarray(end)]
    return received.subarray(0, end)
  }

  const readHead = (): Head | undefined => {
    chunks = [Buffer.concat(chunks)]
    const end = chunks[0]?.indexOf(headEnd) ?? -1
    return end === -1 ? undefined : headFrom(take(end + headEnd.length).toString('latin1', 0, end))
  }

  return (chunk) => {
    const requests: ReadRequest[] = []
    chunks.push(chunk)
    bytes += chunk.length
    while (head !== undefined || bytes > 0) {
      head ??= readHead()
      if (head === undefined) return bytes > mostHeadBytes ? undefined : requests
      const { bodyBytes, ...rest } = head
      if (!Number.isSafeInteger(bodyBytes) || 'transfer-encoding' in rest.headers) return undefined
      if (bytes < bodyBytes) {
        if (bodyBytes > limit) chunks = []
        return requests
      }
      const body = take(bodyBytes)
      requests.push({ ...rest, body: bodyBytes > limit ? undefined : body })
      head = undefined
    }
    return requests
  }
}
