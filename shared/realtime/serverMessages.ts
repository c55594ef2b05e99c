import * as z from 'zod/mini'
import { Alert } from '../alerts/contract.ts'
import { VideoProvider } from '../media/contract.ts'
import { MoneyAnswer } from '../money/money.ts'
import { messageVersion } from './messageVersion.ts'

const version = z.literal(messageVersion)
const Sequence = z.int().check(z.nonnegative())

/**
 * Answers `resume`: the deliveries after `after`, up to and including `through`, follow in order (none when the two are equal). With
 * `more`, there are further ones, to be asked for when these have come.
 */
export const WelcomeMessage = z.object({
  version,
  type: z.literal('welcome'),
  overlayId: z.string(),
  after: Sequence,
  through: Sequence,
  more: z.boolean(),
})

/**
 * What every delivery says. `after` is the sequence of the delivery before it: a client that has not got that one has missed
 * something, and resumes. A client ignores what is not after the last delivery that it has. `force`: shown even if it is hidden.
 */
const delivery = {
  version,
  sequence: Sequence,
  after: Sequence,
  force: z.boolean(),
  test: z.boolean(),
}

export const AlertMessage = z.object({
  ...delivery,
  type: z.literal('alert'),
  alert: Alert,
})

const FreeObject = z.record(z.string(), z.unknown())

/** What is performed: `payload` as the action was registered, `parameters` as it was bought. `id` is that of the purchase within its payment. */
const PaidActionContents = z.object({
  id: z.string(),
  actionId: z.string(),
  name: z.string(),
  game: z.string(),
  category: z.string(),
  payload: FreeObject,
  parameters: FreeObject,
  paymentId: z.string(),
  system: z.string(),
  nickname: z.string(),
  /** The amount of the whole payment. */
  amount: MoneyAnswer,
})
export type PaidActionContents = z.output<typeof PaidActionContents>

/** What is played; `owner` asked for it. */
const MediaContents = z.object({
  id: z.string(),
  provider: VideoProvider,
  originId: z.string(),
  url: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  system: z.string(),
  owner: z.string(),
  paymentId: z.string(),
})
export type MediaContents = z.output<typeof MediaContents>

/** A paid action, for the game or program that performs it. */
export const ActionMessage = z.object({ ...delivery, type: z.literal('action'), action: PaidActionContents })

/** A media request. */
export const MediaMessage = z.object({ ...delivery, type: z.literal('media'), media: MediaContents })

export const PongMessage = z.object({ version, type: z.literal('pong') })

/**
 * A message of the client that was not understood (`malformed_message`), or a connection that its overlay has left for a newer one
 * (`superseded`), or whose overlay was revoked (`revoked`): the last two get no more deliveries and are best closed, and who was revoked
 * does not come back.
 */
export const ErrorMessage = z.object({
  version,
  type: z.literal('error'),
  code: z.enum(['malformed_message', 'superseded', 'revoked']),
  detail: z.string(),
})

export const ServerMessage = z.discriminatedUnion('type', [
  WelcomeMessage,
  AlertMessage,
  ActionMessage,
  MediaMessage,
  PongMessage,
  ErrorMessage,
])

export type ServerMessage = z.output<typeof ServerMessage>
export type DeliveryMessage = Extract<ServerMessage, { readonly sequence: number }>
