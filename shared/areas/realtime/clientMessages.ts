import * as z from 'zod/mini'
import { messageVersion } from './messageVersion.ts'

/** Characters of the longest accepted message, more than any client needs; API Gateway accepts frames of 32 KB. */
export const longestClientMessage = 1024

const version = z.literal(messageVersion)

/** Sequences rise with every delivery to a recipient, by one or more; 0 precedes the first. */
const Sequence = z.int().check(z.nonnegative())

/**
 * Asks for the deliveries after the last one that the client has. A client sends it first on every connection, whenever
 * a message reveals a gap, when it gets `missed`, and once in half an hour. Without `after`, the service's record of
 * acknowledgements decides, and a new listener gets no past deliveries. With `after`, deliveries that this listener has
 * not acknowledged are sent again.
 */
export const ResumeMessage = z.object({ version, type: z.literal('resume'), after: z.optional(Sequence) })

/** Reports that a delivery and every earlier one have been shown to the end. */
export const AckMessage = z.object({ version, type: z.literal('ack'), sequence: Sequence })

/** Keeps the connection open; API Gateway answers it with `pong`, and no function sees it. */
export const PingMessage = z.object({ version, type: z.literal('ping') })

/** The messages that a function answers. */
export const AnsweredMessage = z.discriminatedUnion('type', [ResumeMessage, AckMessage])
export type AnsweredMessage = z.output<typeof AnsweredMessage>

export type ClientMessage = AnsweredMessage | z.output<typeof PingMessage>
