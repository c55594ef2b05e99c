import { setTimeout as sleep } from 'node:timers/promises'
import { donationSecret } from '../../local/demo/donation.ts'
import { randomOf } from '../../local/runner/random.ts'
import { type Act, anyAct, gatewayKey } from './acts.ts'
import type { Client } from './client.ts'
import type { Ledger } from './ledger.ts'
import { claimsOf, type Sender } from './sender.ts'

export interface LoadOptions {
  readonly client: Client
  readonly ledger: Ledger
  readonly seed: number
  readonly recipients: readonly string[]
  readonly sendersOfEach: number
  complain(complaint: string): void
}

/** Milliseconds at most between two requests of a sender. */
const longestPause = 40

const setGateway = async (client: Client, recipient: string): Promise<{ id: string; path: string }> => {
  const body = JSON.stringify({ gateway: 'manual', type: 'fiat', secret: donationSecret })
  const path = '/payments/commands/set-gateway'
  const answer = await client.insist({ method: 'POST', path, recipient, body })
  if (answer?.status !== 200) throw new Error(`${path} was answered ${answer?.status} ${answer?.text}`)
  return { id: answer.body.id, path: new URL(answer.body.webhookUrl).pathname }
}

/** Prepares senders: several of each recipient, who share its webhooks' address and have a gateway of their own to toggle. */
export const createSenders = async (options: LoadOptions): Promise<readonly Sender[]> => {
  const { client, ledger, recipients, sendersOfEach, seed, complain } = options
  const senders: Sender[] = []
  for (const recipient of recipients) {
    const { id, path: webhookPath } = await setGateway(client, recipient)
    const added: Sender[] = []
    // The credentials of a type disable each other, so that only one sender of a recipient may toggle without being disturbed.
    for (let number = 1; number <= sendersOfEach; number++) {
      added.push({
        recipient,
        client,
        ledger,
        webhookPath,
        complain,
        count: 0,
        name: `${recipient}${number}`,
        random: randomOf(seed + senders.length + number),
        toggled: number === 1 ? { id, enabled: false } : undefined,
        made: { announcers: [], items: [], playlists: [] },
        revisions: new Map(),
        recent: [],
      })
    }
    const [first] = added
    const claims = first === undefined ? [] : claimsOf(first, 'gateways', [gatewayKey(id, false)])
    ledger.sent(claims)
    ledger.acknowledged(claims)
    senders.push(...added)
  }
  return senders
}

export interface Load {
  /** Lets every request under way come to its end, and sends no more. */
  end(): Promise<void>
}

/** Has every sender write, one request after the other, until the end. */
export const startLoad = (
  senders: readonly Sender[],
  more: readonly (readonly [Act, number])[],
  complain: (complaint: string) => void,
): Load => {
  let isOver = false
  const run = async (sender: Sender): Promise<void> => {
    while (!isOver) {
      await anyAct(sender.random, more)(sender).catch((error: unknown) => complain(`a sender failed: ${error}`))
      await sleep(sender.random() * longestPause)
    }
  }
  const running = senders.map(run)
  return {
    async end() {
      isOver = true
      await Promise.all(running)
    },
  }
}
