import { randomBytes } from 'node:crypto'

/**
 * The X-Ray tracing header of an invocation, unique to it; part of the caller's trace if the event carries one.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader
 */
export const traceIdFor = (event: unknown): string =>
  `Root=${rootOf(event) ?? newRoot()};Parent=${randomBytes(8).toString('hex')};Sampled=0`

const rootOf = (event: unknown): string | undefined => {
  const headers = (event as { readonly headers?: Readonly<Record<string, unknown>> } | null | undefined)?.headers
  const sent = headers?.['x-amzn-trace-id']
  return typeof sent === 'string' ? /Root=(1-[0-9a-f]{8}-[0-9a-f]{24})/.exec(sent)?.[1] : undefined
}

export const newRoot = (epochMilliseconds = Date.now()): string =>
  `1-${Math.floor(epochMilliseconds / 1000).toString(16)}-${randomBytes(12).toString('hex')}`
