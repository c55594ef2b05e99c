import * as z from 'zod/mini'
import { messageVersion } from './messageVersion.ts'

/** Characters of the longest message that a client has reason to send; API Gateway takes frames of 32 KB. */
export const longestClientMessage = 1024

const version = z.literal(messageVersion)

/** Of a delivery. Sequences rise with every delivery to a recipient, by one or more; 0 is before the first. */
const Sequence = z.int().check(z.nonnegative())

/**
 * Asks for the deliveries after the last one that the client has. Sent first on every connection, whenever a message shows a gap, and
 * as the sign of life that keeps an idle connection open. Without `after`, the service's record of acknowledgements decides, and a
 * listener that is new is shown nothing of the past; with it, what this listener has not acknowledged comes again.
 */
export const ResumeMessage = z.object({ version, type: z.literal('resume'), after: z.optional(Sequence) })

/** Tells that a delivery, and with it every earlier one, has been shown to the end. */
export const AckMessage = z.object({ version, type: z.literal('ack'), sequence: Sequence })

/** Keeps the connection open; answered by `pong`. */
export const PingMessage = z.object({ version, type: z.literal('ping') })

export const ClientMessage = z.discriminatedUnion('type', [ResumeMessage, AckMessage, PingMessage])

export type ClientMessage = z.output<typeof ClientMessage>
