import * as z from 'zod/mini'
import { freeObjectLimit, Identifier, url } from '../../contract/values.ts'
import { donorText } from '../events/donorText.ts'
import { jsonFrom, lenient } from './gatewayPayload.ts'
import type { PaidAction, PaymentDetails } from './paymentReport.ts'

/** The most UTF-16 code units of each stored text. */
export const longestTexts = { nickname: 64, message: 1000, goal: 128, method: 64, system: 64 } as const
const longestAuctionItem = 256
export const mostAttachments = 20
export const mostActions = 50

type Name = keyof typeof longestTexts | 'attachments' | 'actions' | 'auction'

/** The details of a gateway's message besides the amount. Each member may have any type. */
export type GivenDetails = Readonly<Partial<Record<Name, unknown>>>

export type DonationDetails = Pick<
  PaymentDetails,
  'nickname' | 'message' | 'goal' | 'method' | 'attachments' | 'actions' | 'auction' | 'omitted'
> & { readonly system: string | undefined }

const Link = url('http', 'https')
const Auction = z.object({ item: z.string(), isNew: lenient(z.boolean(), false) })
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const BoughtAction = z.object({
  id: optional(Identifier),
  actionId: Identifier,
  parameters: optional(z.record(z.string(), z.unknown())),
})

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** A link of a donor, if it is an `http` or `https` URL, because toolsets link and embed it. */
const keptLink = (value: unknown): string | undefined => {
  const link = z.safeParse(Link, value)
  return link.success ? link.data : undefined
}

const keptLinks = (values: readonly unknown[]): readonly string[] =>
  values.flatMap((value) => keptLink(value) ?? []).slice(0, mostAttachments)

/** The first actions that fit one free-form object, each with the page's id, or its place where the page gave none. */
const keptActions = (values: readonly unknown[]): readonly PaidAction[] => {
  const kept: PaidAction[] = []
  let bytes = '['.length
  for (const [index, value] of values.entries()) {
    const action = z.safeParse(BoughtAction, value)
    if (!action.success) continue
    const { id, actionId, parameters } = action.data
    const paid = { id: id ?? String(index + 1), actionId, parameters: parameters ?? {} }
    bytes += Buffer.byteLength(JSON.stringify(paid)) + ','.length
    if (bytes > freeObjectLimit || kept.length === mostActions) break
    kept.push(paid)
  }
  return kept
}

/**
 * The stored details of a payment. Texts that are too long are cut, and surplus or invalid members are left out;
 * `omitted` names both. A payment is not refused for its details. All limits together keep a payment, with its index
 * entry, at half of DynamoDB's limit.
 */
export const donationDetails = (given: GivenDetails): DonationDetails => {
  const omitted: string[] = []

  const text = (name: keyof typeof longestTexts): string | undefined => {
    const value = given[name]
    const whole = typeof value === 'string' ? value : undefined
    const kept = donorText(whole, longestTexts[name])
    if (isGiven(value) && (whole === undefined || kept !== whole.toWellFormed())) omitted.push(name)
    return kept
  }

  const list = <Kept>(name: Name, keep: (values: readonly unknown[]) => readonly Kept[]) => {
    const value = given[name]
    if (!isGiven(value)) return undefined
    const values = Array.isArray(value) ? value.filter(isGiven) : [value]
    const kept = Array.isArray(value) ? keep(values) : []
    if (kept.length < values.length) omitted.push(name)
    return kept.length === 0 ? undefined : kept
  }

  /** A page without an auction may send one without an item. */
  const auction = (): PaymentDetails['auction'] => {
    const parsed = z.safeParse(Auction, given.auction)
    const item = parsed.success ? donorText(parsed.data.item, longestAuctionItem) : undefined
    const isWhole = parsed.success && (item ?? '') === parsed.data.item
    if (isGiven(given.auction) && !isWhole) omitted.push('auction')
    return parsed.success && item !== undefined ? { item, isNew: parsed.data.isNew } : undefined
  }

  return {
    nickname: text('nickname'),
    message: text('message'),
    goal: text('goal'),
    method: text('method'),
    system: text('system'),
    attachments: list('attachments', keptLinks),
    actions: list('actions', keptActions),
    auction: auction(),
    omitted: omitted.length === 0 ? undefined : omitted,
  }
}

/** The members of a gateway's `metadata` that a payment page may fill. */
const pageMembers = ['nickname', 'message', 'goal', 'attachments', 'actions'] as const

/** Whether a payment page has stored details in a gateway's `metadata`. */
export const hasDetails = (metadata: Readonly<Record<string, unknown>>): boolean =>
  pageMembers.some((name) => Object.hasOwn(metadata, name))

/**
 * The details that a payment page stored in a gateway's `metadata` (Stripe, YooKassa): `nickname`, `message`,
 * `goal`, `attachments` and `actions` as JSON arrays.
 */
export const detailsFromMetadata = (
  { nickname, message, goal, attachments, actions }: Readonly<Record<string, unknown>>,
  method: string | undefined,
): Omit<DonationDetails, 'system'> => {
  const listFrom = (value: unknown) => (typeof value === 'string' ? (jsonFrom(value) ?? value) : value)
  const { system: _system, ...kept } = donationDetails({
    nickname,
    message,
    goal,
    method,
    attachments: listFrom(attachments),
    actions: listFrom(actions),
  })
  return kept
}
