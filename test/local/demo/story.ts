import type { DonationStandIn, GivenDonation } from '../sandbox/donationServices.ts'
import type { StreamOrder } from '../sandbox/streamOrders.ts'
import type { BotMessage } from './botMessages.ts'
import type { Receiver } from './receiver.ts'
import type { jsonFrom } from './recipientClient.ts'

/** The parts of a request that a call gives. */
export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent unchanged. */
  readonly body?: unknown
  /** Calls as another recipient. */
  readonly as?: 'another'
  /** The expected status; 200 by default. */
  readonly status?: number
}

/** Calls an operation by its id, shows request and answer, and fails when the answer is not as documented. */
export interface Call {
  // biome-ignore lint/suspicious/noExplicitAny: the document has verified the answer's shape
  (operationId: string, options?: CallOptions): Promise<any>
  readonly recipientId: string
  /** Where connections are opened, if not at the address that the service answers. */
  readonly live: string | undefined
  /** Orders what happens at the platforms' stand-ins; undefined where there are none. */
  readonly order: ((given: Omit<StreamOrder, 'webhookUrl'>) => ReturnType<typeof jsonFrom>) | undefined
  /** What was posted in a chat of the stand-ins, or by a webhook; undefined where there are none. */
  readonly saidIn: ((chatId: number | string) => Promise<readonly BotMessage[]>) | undefined
  /** Gives at a donation service's stand-in, as a donor does; undefined where there is none. */
  readonly giveAt: ((service: DonationStandIn, user: string, donation: GivenDonation) => Promise<number>) | undefined
  /** Pays a Checkout session of Stripe's stand-in, as its donor does; undefined where there is none. */
  readonly payAtStripe: ((session: string) => ReturnType<typeof jsonFrom>) | undefined
  /** A receiver of webhooks and what has come to it; undefined where there are no stand-ins. */
  readonly receiver: Receiver | undefined
  /** Runs a worker of a schedule now; only where there are stand-ins, which a local API has. */
  runSchedule(worker: string): Promise<void>
  show(text: string): void
}

/** One task of a streamer's toolset, as the calls that it makes. */
export interface Chapter {
  readonly title: string
  /** Whether it needs the stand-ins of the external providers. */
  readonly needsStandIns?: true
  readonly run: (call: Call) => Promise<void>
}
