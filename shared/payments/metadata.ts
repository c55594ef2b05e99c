import * as z from 'zod/mini'
import { FreeObject, Identifier, text, withinFreeObject } from '../contract/values.ts'
import { donorText, longestGoal, longestMessage, longestNickname } from './donorText.ts'
import { jsonFrom } from './foreignBody.ts'
import type { PaidAction, PaymentDetails } from './paymentReport.ts'

/** What a payment page may attach to a payment: addresses of media, and actions that it sells. */
const longestAttachments = 20
const mostActions = 50
const Attachment = text(1, 2048)
const BoughtAction = z.object({
  id: z.optional(Identifier),
  actionId: Identifier,
  parameters: z._default(FreeObject, {}),
})

const Attachments = z.array(Attachment).check(z.maxLength(longestAttachments))
export const BoughtActions = z.array(BoughtAction).check(z.maxLength(mostActions), withinFreeObject())

/** Of the addresses that a payment page sent, those that are kept. */
export const keptAttachments = (attachments: readonly string[]): readonly string[] =>
  attachments.filter((attachment) => Attachment.safeParse(attachment).success).slice(0, longestAttachments)

/** Bought actions with the ids by which they are told apart: their place, where the page gave none. */
export const paidActions = (actions: z.output<typeof BoughtActions>): readonly PaidAction[] =>
  actions.map(({ id, actionId, parameters }, index) => ({ id: id ?? String(index + 1), actionId, parameters }))

/**
 * What a payment page told a gateway that keeps texts beside its payments (`metadata` at Stripe and YooKassa): `nickname`, `message`,
 * `goal`, `attachments` and `actions` as JSON arrays. What is malformed is passed over: the money was paid all the same.
 */
export const detailsFromMetadata = (
  metadata: Readonly<Record<string, string>>,
): Pick<PaymentDetails, 'nickname' | 'message' | 'goal' | 'attachments' | 'actions'> => {
  const attachments = Attachments.safeParse(jsonFrom(metadata['attachments'] ?? ''))
  const actions = BoughtActions.safeParse(jsonFrom(metadata['actions'] ?? ''))
  return {
    nickname: donorText(metadata['nickname'], longestNickname),
    message: donorText(metadata['message'], longestMessage),
    goal: donorText(metadata['goal'], longestGoal),
    attachments: attachments.success ? attachments.data : undefined,
    actions: actions.success ? paidActions(actions.data) : undefined,
  }
}
