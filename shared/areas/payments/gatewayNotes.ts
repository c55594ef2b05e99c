import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { allOf, anyOf, type Condition, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { isCredential, type NotedTime, type SealedGateway } from './gatewayRepository.ts'
import { keyNotePauseMs, notePauseMs, webhooksWorkMs } from './gatewayTimes.ts'

/** A credential's note of a webhook: the type of an accepted one and advice about it, or why it was refused. */
export type WebhookNote =
  | {
      readonly lastEventType: string
      readonly lastEventAdvice?: string | undefined
      /** Whether it has brought a payment, so that payments are reported again. */
      readonly isReport?: boolean
    }
  | { readonly lastRefusalReason: string }

/** What a call in the name of a credential has shown. */
export type Experience = 'unreported' | 'keyRefused' | 'keyAccepted'

const isBefore = (time: string | undefined, now: Date, ms: number): boolean =>
  time === undefined || Date.parse(time) <= now.getTime() - ms

/** The stored time is absent or older than that, as `isBefore` has it of a time that was read. */
const isStoredBefore = (name: NotedTime, now: Date, ms: number): Condition => ({
  if: `attribute_not_exists(#${name}) OR #${name} < :${name}Before`,
  values: { [`${name}Before`]: new Date(now.getTime() - ms).toISOString() },
})

/**
 * Notes of credentials. What was read with the credential decides whether a note is written, and a condition decides
 * again: a flood of webhooks costs one write a minute for each kind, and one of donors one an hour.
 */
export const gatewayNotes = (client: DynamoDBDocumentClient, table = tableName('gateways')) => {
  const write = async (
    recipientId: string,
    id: string,
    changes: { readonly set?: Readonly<Record<string, unknown>>; readonly remove?: readonly string[] },
    when: readonly Condition[],
  ): Promise<void> => {
    const condition = allOf(isCredential, ...when)
    await applyWrites(client, [update(table, { recipientId, id }, { ...changes, when: condition, repeatable: true })])
  }

  return {
    /** Stores a note of a webhook, unless the credential has one of the last minute or was deleted. */
    add: async (recipientId: string, { id, notedAt }: SealedGateway, note: WebhookNote, now: Date): Promise<void> => {
      if (!('lastEventType' in note)) {
        if (!isBefore(notedAt.lastRefusalAt, now, notePauseMs)) return
        const set = { ...note, lastRefusalAt: now.toISOString() }
        return write(recipientId, id, { set }, [isStoredBefore('lastRefusalAt', now, notePauseMs)])
      }
      const { isReport = false, ...event } = note
      const isAwaited = isReport && notedAt.unreportedAt !== undefined
      if (!isAwaited && !isBefore(notedAt.lastEventAt, now, notePauseMs)) return
      const set = { ...event, lastEventAt: now.toISOString() }
      const remove = [
        ...(event.lastEventAdvice === undefined ? ['lastEventAdvice'] : []),
        ...(isReport ? ['unreportedAt'] : []),
      ]
      const isDue = isStoredBefore('lastEventAt', now, notePauseMs)
      const isStillAwaited = { if: 'attribute_exists(#unreportedAt)' }
      return write(recipientId, id, { set, remove }, [isAwaited ? anyOf(isStillAwaited, isDue) : isDue])
    },

    /**
     * Stores what a call with the key has shown. A payment is unreported only where no webhook has come lately: one
     * that comes at the same moment is noted by then, or takes the note back. An accepted key is news only after a
     * refusal, and refusals are noted once an hour, so their alternation costs no more.
     */
    learn: async (
      recipientId: string,
      { id, notedAt }: SealedGateway,
      experience: Experience,
      now: Date,
    ): Promise<void> => {
      const set = { [`${experience}At`]: now.toISOString() }
      if (experience === 'keyAccepted') {
        const { keyRefusedAt, keyAcceptedAt = '' } = notedAt
        if (keyRefusedAt === undefined || keyRefusedAt < keyAcceptedAt) return
        const isNews = { if: 'attribute_not_exists(#keyAcceptedAt) OR #keyAcceptedAt < #keyRefusedAt' }
        return write(recipientId, id, { set }, [{ if: 'attribute_exists(#keyRefusedAt)' }, isNews])
      }
      if (experience === 'keyRefused') {
        if (!isBefore(notedAt.keyRefusedAt, now, keyNotePauseMs)) return
        return write(recipientId, id, { set }, [isStoredBefore('keyRefusedAt', now, keyNotePauseMs)])
      }
      if (notedAt.unreportedAt !== undefined || !isBefore(notedAt.lastEventAt, now, webhooksWorkMs)) return
      const isFirst = { if: 'attribute_not_exists(#unreportedAt)' }
      return write(recipientId, id, { set }, [isFirst, isStoredBefore('lastEventAt', now, webhooksWorkMs)])
    },
  }
}

export type GatewayNotes = ReturnType<typeof gatewayNotes>
