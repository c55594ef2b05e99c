import type * as z from 'zod/mini'
import { dropNulls } from '../../contract/dropNulls.ts'
import type { Caller, Visitor } from '../../contract/handle.ts'
import { isReplayable, type Operation } from '../../contract/operation.ts'
import { Problem } from '../../contract/problem.ts'
import { textMember } from '../../runtime/readMember.ts'
import type { ActingCaller } from './actingCaller.ts'
import { addressOf, isBehindDistribution } from './address.ts'
import type { Render } from './answers.ts'
import { callerFromEvent } from './caller.ts'
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
 * Reads the requests of one operation: caller, membership, body, owner and parts, in this order, so that who may not
 * call it learns nothing about the schema. Fills the exchange on the way, and resolves to the handler's request.
 */
export const requestReader = (
  operation: Operation,
  render: Render,
  commits: Commits | undefined,
  actFor?: ActingCaller,
) => {
  const schemas = partSchemas(operation)
  const replayable = isReplayable(operation)
  if (replayable && commits === undefined) throw new Error(`${operation.id} has to be wired with a store`)

  return async (
    event: HttpEvent,
    exchange: Exchange,
  ): Promise<RequestParts & Partial<Caller & Visitor> & { readonly requestId: string }> => {
    const isPublic = operation.auth === 'none'
    const address = addressOf(event)
    if (isBehindDistribution) exchange.address = address
    if (!isPublic) {
      exchange.caller = callerFromEvent(event)
      const named = header(event, 'x-recipient')
      if (named !== undefined && named !== exchange.caller.recipientId) {
        const acting = await actFor?.(operation, exchange.caller, named)
        // One answer for a recipient that does not exist, is not the caller's to act for, or does not grant this.
        if (acting === undefined) throw new Problem('forbidden', 'X-Recipient does not allow this.')
        exchange.caller = acting
      }
    }
    const visitor = isPublic ? { address } : {}
    const json = operation.body === undefined ? undefined : readBody(operation.body, event)
    if (exchange.caller !== undefined && json !== undefined) refuseForeignOwner(exchange.caller.recipientId, json)
    const raw = operation.rawBody ? { rawBody: readRawBody(event.body, event.isBase64Encoded) } : {}
    const parts = parseParts(schemas, event, json?.value)
    const { recipientId = '', member }: Partial<Caller> = exchange.caller ?? {}
    if (commits !== undefined) {
      exchange.transaction = commits({
        idempotencyKey: replayable ? header(event, 'idempotency-key') : undefined,
        recipientId,
        memberId: member?.memberId,
        operationId: operation.id,
        body: json?.text ?? '',
        render,
        reserved: operation.idempotency === 'reserved',
      })
    }
    return { ...visitor, ...exchange.caller, requestId: exchange.requestId, ...raw, ...parts }
  }
}
