import type {
  AckMessage,
  ActionMessage,
  AlertMessage,
  CheckMessage,
  ErrorMessage,
  MediaMessage,
  PingMessage,
  PongMessage,
  ResumeMessage,
  SkipMessage,
  WelcomeMessage,
} from '../generated/events.ts'

/** What is shown or done, and acknowledged: an alert, a bought action, requested videos, a skipped one, a check, which is only acknowledged. */
export type DeliveryMessage = AlertMessage | ActionMessage | MediaMessage | SkipMessage | CheckMessage

export type ServerMessage = DeliveryMessage | WelcomeMessage | PongMessage | ErrorMessage
export type ClientMessage = ResumeMessage | AckMessage | PingMessage
