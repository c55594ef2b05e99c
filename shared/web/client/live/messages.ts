import type {
  AckMessage,
  ActionMessage,
  AlertMessage,
  ChangeMessage,
  CheckMessage,
  ErrorMessage,
  GoalsMessage,
  LookMessage,
  MediaMessage,
  MissedMessage,
  PingMessage,
  PongMessage,
  ResumeMessage,
  ShowMessage,
  SkipMessage,
  WelcomeMessage,
} from '../generated/events.ts'

/**
 * A delivery that is shown or done, and acknowledged: an alert, a bought action, requested videos, a skipped one, a
 * check, which is only acknowledged, a change of an alert that was delivered before, the state of the show, goals, and
 * the look of overlays.
 */
export type DeliveryMessage =
  | AlertMessage
  | ActionMessage
  | MediaMessage
  | SkipMessage
  | CheckMessage
  | ChangeMessage
  | ShowMessage
  | GoalsMessage
  | LookMessage

const known: Readonly<Record<DeliveryMessage['type'], true>> = {
  alert: true,
  action: true,
  media: true,
  skip: true,
  check: true,
  change: true,
  show: true,
  goals: true,
  look: true,
}

/** Whether this client can show a delivery. One of a newer type is only acknowledged. */
export const isKnown = ({ type }: DeliveryMessage): boolean => Object.hasOwn(known, type)

export type ServerMessage = DeliveryMessage | WelcomeMessage | PongMessage | MissedMessage | ErrorMessage
export type ClientMessage = ResumeMessage | AckMessage | PingMessage
