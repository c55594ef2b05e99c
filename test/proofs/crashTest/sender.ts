import { donationSecret } from '../../local/demo/donation.ts'
import { standardWebhook } from '../../support/gatewayWebhooks.ts'
import type { Answer, Client, Write } from './client.ts'
import type { Claim, Ledger, ListName } from './ledger.ts'

/** What was made, by its id, and its key in the list. */
export interface Made {
  readonly id: string
  readonly key: string
}

/** Somebody who writes, one request after the other. What he makes has names of his own. */
export interface Sender {
  readonly recipient: string
  readonly name: string
  readonly client: Client
  readonly ledger: Ledger
  readonly random: () => number
  /** Where the recipient's payment gateway sends its webhooks. */
  readonly webhookPath: string
  /** A gateway credential that nobody else toggles, if there is one. */
  readonly toggled: { readonly id: string; enabled: boolean } | undefined
  /** What was made and acknowledged, and was not taken away. */
  readonly made: { readonly announcers: string[]; readonly items: Made[]; readonly playlists: Made[] }
  /** Revisions of his configuration records. */
  readonly revisions: Map<string, number>
  /** The last writes that were acknowledged, with their answers. */
  readonly recent: { readonly write: Write; readonly answer: Answer }[]
  /** How many names he has used. */
  count: number
  complain(complaint: string): void
}

/** A name that nothing else has. */
export const freshName = (sender: Sender, kind: string): string => `${kind}-${sender.name}-${++sender.count}`

/** Claims that keys of a list are there afterwards, or with `present: false` that they are not. */
export const claimsOf = (
  { recipient }: Sender,
  list: ListName,
  keys: readonly string[],
  more: Partial<Claim> = {},
): Claim[] => keys.map((key) => ({ list, recipient, key, present: true, ...more }))

/** A command with an `Idempotency-Key`, which stays the same for every attempt. */
export const commandOf = (
  sender: Sender,
  kind: string,
  path: string,
  body: object,
  claims: readonly Claim[],
  more: Partial<Pick<Write, 'method' | 'mayBeGivenUp'>> = {},
): Write => {
  const key = freshName(sender, `key-${kind}`)
  return {
    kind,
    path,
    claims,
    method: 'POST',
    mayBeGivenUp: true,
    recipient: sender.recipient,
    ...more,
    body: JSON.stringify(body),
    headers: () => ({ 'idempotency-key': key }),
  }
}

/** A webhook of a payment, signed anew for each attempt, as gateways do. */
export const webhookOf = (sender: Sender): Write => {
  const nickname = freshName(sender, 'donor')
  const payload = JSON.stringify({
    type: 'payment.completed',
    timestamp: new Date().toISOString(),
    data: { gatewayId: nickname, nickname, message: 'Hello', amount: { major: 1, minor: 50, currency: 'EUR' } },
  })
  return {
    kind: 'webhooks of payments',
    method: 'POST',
    path: sender.webhookPath,
    body: payload,
    headers: () => standardWebhook(donationSecret, payload, { id: `event-${nickname}` }).headers,
    claims: [
      ...claimsOf(sender, 'payments', [nickname], { later: true }),
      ...claimsOf(sender, 'history', [nickname], { later: true }),
      ...claimsOf(sender, 'alerts', [nickname], { later: true }),
    ],
    mayBeGivenUp: true,
  }
}

const remembered = 4

/** Sends a write; remembers what was answered. */
export const send = async (sender: Sender, write: Write): Promise<Answer | undefined> => {
  const answer = await sender.client.write(write)
  if (answer === undefined) return undefined
  sender.recent.push({ write, answer })
  if (sender.recent.length > remembered) sender.recent.shift()
  return answer
}

/** Sends what was acknowledged before a kill once more: a key has to be answered byte for byte what it was. */
export const repeatRecent = async (sender: Sender): Promise<number> => {
  const { recent, client, complain } = sender
  let repeated = 0
  for (const { write, answer } of recent.splice(0)) {
    const again = await client.insist(write)
    if (again === undefined) continue
    repeated++
    const isKeyed = write.headers?.()['idempotency-key'] !== undefined
    const isSame = again.status === answer.status && again.text === answer.text
    if (!isSame || (isKeyed && !again.isReplayed))
      complain(`${write.kind}: a repetition was answered ${again.status} ${again.text} in place of ${answer.text}`)
  }
  return repeated
}
