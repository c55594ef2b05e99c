/** One HTTP request as it came over the wire: nothing decoded, nothing joined. */
export interface GatewayRequest {
  readonly method: string
  /** The request target of the request line: path and query, still percent-encoded. */
  readonly target: string
  /** Name and value pairs in the order sent, names in the case sent. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** `HTTP/1.1` */
  readonly protocol: string
  readonly sourceIp: string
  /** The port that the request came in at. */
  readonly port: number
}

/** The values of one header, in the order sent, joined as HTTP joins them; undefined when it was not sent. */
export const headerValue = (request: Pick<GatewayRequest, 'headers'>, name: string): string | undefined => {
  const values = request.headers.filter(([candidate]) => candidate.toLowerCase() === name).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(',')
}
