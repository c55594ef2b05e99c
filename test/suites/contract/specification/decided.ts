import { Payment } from './resources.ts'

/** Whether the total is exact, which it is not for what is too long to be counted. */
const uncounted = 'answer/totalIsExact is not in the specification'

/**
 * Where the interface says more than the specification, on purpose: the departures that are accepted, by operation. Nothing here
 * takes away or retypes what the specification shows.
 */
export const decided: Readonly<Record<string, readonly string[]>> = {
  /** All actions beside the first one. */
  addActions: [
    'answer/actions is not in the specification',
    // Amounts of currencies that ISO 4217 does not know say how many digits `minor` has.
    'body/actions/*/price/exponent is not in the specification',
    'answer/action/price/exponent is not in the specification',
  ],
  /** The same of the prices of its actions. */
  putConfig: ['body/actions/*/price/exponent is not in the specification'],
  /** What a later change compares itself with. */
  addNews: ['answer/revision is not in the specification'],
  /** The caller's payment with every field, nulls included. */
  getPayment: [
    ...Object.keys(Payment.members).map((name) => `answer/${name} may be null`),
    // Whether money was moved, and what could not be kept of that which came with it.
    'answer/test is not in the specification',
    'answer/omitted is not in the specification',
    'answer/refunded is not in the specification',
    'answer/amount/exponent is not in the specification',
  ],
  /** Whether a test asked for it. */
  getVideos: ['answer/test is not in the specification'],
  listPlaylists: [uncounted],
  /** A follow or a raid has an alert, and no amount; what an alert is of leads to its history item. A member may have decided. */
  listAlerts: [
    uncounted,
    'answer/content/*/amount may be null',
    ...['amount/exponent', 'historyItemId', 'system', 'event', 'decidedBy'].map(
      (name) => `answer/content/*/${name} is not in the specification`,
    ),
  ],
  /** Why the service has disabled an announcer, or sends nothing for it. */
  listAnnouncers: [
    'answer/*/disabledAt is not in the specification',
    'answer/*/disabledReason is not in the specification',
    'answer/*/blockedReason is not in the specification',
  ],
  /** What the platform would ignore is refused, so that nobody believes in it. */
  getVkLiveToken: ['body/codeVerifier is not in the specification'],
  /** The code may come in the body when a client cannot set headers. */
  exchangeOneTimeCode: ['body/otp is not in the specification'],
  /** What the records of announcers hold could not be said otherwise: which message stays, of which trigger, and where an announcer moves to. */
  addAnnouncer: ['body/announcerType is not in the specification', 'body/type is not in the specification'],
  updateAnnouncers: [
    'body/added/*/trigger is not in the specification',
    'body/added/*/announcerType is not in the specification',
    'body/added/*/type is not in the specification',
    'body/updated/*/accountId is not in the specification',
    'body/updated/*/chatId is not in the specification',
    'body/updated/*/type is not in the specification',
    'body/updated/*/announcerType is not in the specification',
  ],
  /** A value to set instead of flipping, which makes a retry safe. */
  toggleGateway: ['body/enabled is not in the specification'],
}
