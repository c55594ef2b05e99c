import { newId } from '../ids.ts'
import type { PaymentDetails, PaymentReport } from './paymentReport.ts'

interface UpdateInput {
  readonly UpdateExpression: string
  readonly ExpressionAttributeNames: Record<string, string>
  readonly ExpressionAttributeValues: Record<string, unknown>
}

/** Details as they are stored. */
const attributesOf = ({ actions, attachments, ...plain }: PaymentDetails): Readonly<Record<string, unknown>> => ({
  ...plain,
  ...(attachments !== undefined && attachments.length > 0 && { attachments }),
  ...(actions !== undefined && actions.length > 0 && { actions: JSON.stringify(actions) }),
})

const defined = (attributes: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(attributes).filter(([, value]) => value !== undefined)

/**
 * The update that adds a report to a payment. Facts are set once and disputes are added to sets, so that reports can come in any order
 * and more than once. Details fill what is empty; those of a completion replace what others told before, whichever came first.
 */
export const reportUpdate = (
  source: Readonly<Record<string, string>>,
  { system, at, facts, details, test }: PaymentReport,
): UpdateInput => {
  const { disputes, disputesWon, ...instants } = facts
  const told = { system, ...attributesOf(details) }
  const isCompletion = facts.completedAt !== undefined
  const always = defined({ ...source, projection: 'due', revision: newId(), ...(isCompletion && told) })
  const once = defined({ createdAt: at, test, ...instants, ...(!isCompletion && told) })
  const added = defined({ disputes, disputesWon })
  const all = [...always, ...once, ...added]
  const set = [
    ...always.map(([name]) => `#${name} = :${name}`),
    ...once.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
  ]
  const add = added.length === 0 ? '' : ` ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}`
  return {
    UpdateExpression: `SET ${set.join(', ')}${add}`,
    ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
  }
}
