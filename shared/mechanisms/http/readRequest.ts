import type * as z from 'zod/mini'
import type { Caller, Visitor } from '../../contract/handle.ts'
import { isReplayable, type Operation } from '../../contract/operation.ts'
import { textMember } from '../../runtime/readMember.ts'
import { addressOf, isBehindDistribution } from './address.ts'
import type { Render } from './answers.ts'
import { callerFromEvent } from './caller.ts'
import { dropNulls } from './dropNulls.ts'
import type { HttpEvent } from './event.ts'
import type { Commits, Transaction } from './idempotency.ts'
import { type JsonBody, readJsonBody, readRawBody } from './jsonBody.ts'
import { refuseForeignOwner } from './refuseForeignOwner.ts'
import { header, parseParts, partSchemas, type RequestParts } from './requestParts.ts'

/** The known facts of a request. The answer and the log line are made from them, also after a failed reading. */
export interface Exchange {
  readonly requestId: string
  /** Epoch milliseconds. The global `performance` would load `perf_hooks`, half a millisecond of a cold start. */
  readonly startedAt: number
  caller?: Caller
  /** The address of the caller, where the access log has that of a distribution. */
  address?: string
  transaction?: Transaction
}

export const openExchange = (event: HttpEvent, awsRequestId: string | undefined, startedAt: number): Exchange => ({
  requestId: textMember(event.requestContext, 'requestId') ?? awsRequestId ?? 'unknown',
  startedAt,
})

/** The JSON body, without members that are null where the schema lets them be absent. */
const readBody = (schema: z.ZodMiniType, event: HttpEvent): JsonBody => {
  const json = readJsonBody(event.body, event.isBase64Encoded, header(event, 'content-type'))
  if (json.text.includes('null')) dropNulls(schema, json.value)
  return json
}

/**
 * Reads the requests of one operation: caller, body, owner and parts, in this order, so that an unauthenticated client
 * learns nothing about the schema. Fills the exchange on the way, and returns the handler's request.
 */
export const requestReader = (operation: Operation, render: Render, commits: Commits | undefined) => {
  const schemas = partSchemas(operation)
  const replayable = isReplayable(operation)
  if (replayable && commits === undefined) throw new Error(`${operation.id} has to be wired with a store to commit to`)

  return (
    event: HttpEvent,
    exchange: Exchange,
  ): RequestParts & Partial<Caller & Visitor> & { readonly requestId: string } => {
    const isPublic = operation.auth === 'none'
    const address = addressOf(event)
    if (isBehindDistribution) exchange.address = address
    if (!isPublic) exchange.caller = callerFromEvent(event)
    const visitor = isPublic ? { address } : {}
    const json = operation.body === undefined ? undefined : readBody(operation.body, event)
    if (exchange.caller !== undefined && json !== undefined) refuseForeignOwner(exchange.caller.recipientId, json)
    const raw = operation.rawBody ? { rawBody: readRawBody(event.body, event.isBase64Encoded) } : {}
    const parts = parseParts(schemas, event, json?.value)
    if (commits !== undefined) {
      exchange.transaction = commits({
        idempotencyKey: replayable ? header(event, 'idempotency-key') : undefined,
        recipientId: exchange.caller?.recipientId ?? '',
        operationId: operation.id,
        body: json?.text ?? '',
        render,
        reserved: operation.idempotency === 'reserved',
      })
    }
    return { ...visitor, ...exchange.caller, requestId: exchange.requestId, ...raw, ...parts }
  }
}
