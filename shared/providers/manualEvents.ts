import * as z from 'zod/mini'
import type { PlatformEvents } from '../areas/platforms/platformEvents.ts'
import type { ChannelEvent } from '../areas/platforms/streamEvent.ts'
import { canonicalTrigger, streamEndedTrigger, streamStartedTrigger } from '../areas/platforms/triggers.ts'
import { Identifier, Label, text } from '../contract/values.ts'
import { parsedBody } from '../contract/violations.ts'
import { objectFromBytes } from '../mechanisms/http/jsonBody.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { verifiedStandardWebhook } from '../mechanisms/webhooks/standardWebhooks.ts'
import { signatureRejected } from '../mechanisms/webhooks/webhook.ts'
import { DateTime } from '../runtime/time/dateTime.ts'
import { sortableDateTime } from '../runtime/time/utc.ts'

/** A message of the platform `manual`: the name of a trigger, the recipient, and the id of the stream. */
export const ManualEventMessage = z.object({
  type: Label,
  timestamp: DateTime,
  data: z.object({ recipientId: text(1, 256), streamId: Identifier, title: z.optional(text(0, 256)) }),
})

const eventFrom = ({ type, timestamp, data }: z.output<typeof ManualEventMessage>): ChannelEvent => {
  const trigger = canonicalTrigger(type)
  const at = sortableDateTime(timestamp)
  const sessionId = data.streamId
  if (trigger === streamStartedTrigger) return { kind: 'started', sessionId, at, sentAt: at }
  if (trigger === streamEndedTrigger) return { kind: 'ended', sessionId, at, sentAt: at }
  return { kind: 'other', trigger, sessionId }
}

/** Events of the deployer's own bots: Standard Webhooks with the service's payload and the deployment's secret. */
export const manualEvents = (parameters: () => Promise<Parameters<'manualEvents'>>): PlatformEvents => ({
  read: async (webhook) => {
    const { 'platforms/manual-secret': secret } = await parameters()
    const verified = verifiedStandardWebhook(webhook, [secret])
    if (verified === undefined) throw signatureRejected('this platform')
    const message = parsedBody(ManualEventMessage, objectFromBytes(webhook.rawBody))
    const { recipientId, streamId } = message.data
    // Each stream is a channel of its own, so that late events of one bot do not affect the streams of another.
    return {
      kind: 'recipient',
      messageId: verified.id,
      recipientId,
      channel: `manual#${streamId}`,
      event: eventFrom(message),
    }
  },
})
