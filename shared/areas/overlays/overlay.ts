import type { Item } from '../../contract/write.ts'
import type { OverlayPart } from './overlayParts.ts'
import type { ShownTimes } from './shownTimes.ts'

/** An overlay, or another listener, of a recipient. */
export interface Overlay extends ShownTimes {
  readonly recipientId: string
  readonly overlayId: string
  /** The name that it was made with, or by which the program connects. */
  readonly name?: string
  /** The name that its owner gave it later; it takes the place of the other one in answers. */
  readonly givenName?: string
  readonly createdAt: string
  /** The time at which it last connected, sent `resume` or acknowledged a delivery; absent until it has connected. */
  readonly lastSeenAt?: string
  /** Every delivery up to this sequence has been shown; absent until the first acknowledgement. */
  readonly acknowledged?: number
  /** The last delivery before its first connection. It gets that and earlier ones only if it asks for them. */
  readonly startsAfter?: number
  /** The only part that its page shows; absent where it shows alerts with the bars of goals. */
  readonly part?: OverlayPart
  /** The id of its present connection; absent while it is not connected. */
  readonly connectionId?: string
  /** Epoch milliseconds. */
  readonly connectedAt?: number
  /** The epoch second at which the session of its page ends; absent for overlays and programs. */
  readonly endsAt?: number
  /** The member whose page it is; absent for the recipient's own. */
  readonly memberId?: string
  /** It was made since the panel has sessions: the panel of earlier versions had a key, by the name `panel`. */
  readonly afterSessions?: true
  /** It connects with an access token. Absent for overlays, and for programs of earlier versions. */
  readonly program?: true
  /** The hash of the key with which it connects again. */
  readonly keyHash?: string
  /** Epoch second. */
  readonly expiresAt: number
  /** The time of the first push that it did not take, absent when there is none; or else the end of its session. */
  readonly dueAt?: string
  /** Epoch second until which it may not connect, because its messages moved nothing forward; absent otherwise. */
  readonly barredUntil?: number
}

/** The sequence up to which it has shown all deliveries, or after which its first connection began. */
export const lastShown = ({ acknowledged = 0, startsAfter = 0 }: Pick<Overlay, 'acknowledged' | 'startsAfter'>) =>
  Math.max(acknowledged, startsAfter)

/** A connection and the epoch milliseconds at which it was opened. */
export interface Connection {
  readonly connectionId: string
  readonly connectedAt: number
}

/** A new connection, and the one of the same overlay from which it takes over. */
export interface Takeover extends Connection {
  readonly previous?: Connection | undefined
}

/** The overlay is connected otherwise than the takeover says. */
export class OtherConnection extends Error {
  override readonly name = 'OtherConnection'
  readonly connection: Connection | undefined

  constructor({ connectionId, connectedAt }: Item = {}) {
    super('the overlay has another connection')
    this.connection =
      connectionId === undefined
        ? undefined
        : { connectionId: String(connectionId), connectedAt: Number(connectedAt ?? 0) }
  }
}

/** Why a connection gets no deliveries: its overlay has a newer one, or its owner revoked the overlay. */
export type Dismissal = 'superseded' | 'revoked'
