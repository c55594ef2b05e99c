import { Readable } from 'node:stream'

/** Bodies are texts, bytes and Node's own streams. */
export const isReadableStream = () => false
export const isBlob = () => false
export const isStreamingPayload = (request?: { readonly body?: unknown }): boolean => request?.body instanceof Readable
