/** The members of a donation that are read. */
export const members = ['originId', 'timestamp', 'nickname', 'message', 'amount', 'currency'] as const
export type Member = (typeof members)[number]

/** A service's form of donations: columns of a CSV header, or paths into a JSON object, in any letter case. */
export interface DonationFormat {
  /** The service's name in the history and in its webhooks, so that a donation that came both ways is one item. */
  readonly system: string
  /** Where the format is described. */
  readonly source: string
  readonly columns: Readonly<Partial<Record<Member, string>>>
  /** Columns that no other service's donations have together. */
  readonly marks: readonly string[]
  /** The zone of times that name none, where the service says it. */
  readonly timeZone?: string
  /** For dates such as 05/04/2026. */
  readonly dateOrder?: DateOrder
  /** For amounts such as 1,234. */
  readonly decimal?: DecimalMark
  /** The values that a row of a received donation has; a column that is missing refuses nothing. */
  readonly only?: Readonly<Record<string, readonly string[]>>
  /** The column with the decision of a moderator at the service: only texts of these values are taken. */
  readonly moderation?: { readonly column: string; readonly allowed: string; readonly rejected: string }
}

/** The order of day and month. */
export type DateOrder = 'dmy' | 'mdy'
export type DecimalMark = '.' | ','

/**
 * The services by the name that `--from` takes. Of the first three, the answers of their APIs are described, and their
 * own CSV files nowhere: a CSV file is read if it has the same names. Ko-fi's file (`Transaction_All.csv`) has no
 * description; its header and its dates are as several programs that read it have them.
 */
export const formats: Readonly<Record<string, DonationFormat>> = {
  donationalerts: {
    system: 'DonationAlerts',
    source: 'https://www.donationalerts.com/apidoc',
    columns: {
      originId: 'id',
      timestamp: 'created_at',
      nickname: 'username',
      message: 'message',
      amount: 'amount',
      currency: 'currency',
    },
    marks: ['username', 'created_at', 'is_shown'],
    decimal: '.',
  },
  streamelements: {
    system: 'StreamElements',
    source: 'https://docs.streamelements.com/websockets/topics/channel-tips',
    columns: {
      originId: '_id',
      timestamp: 'createdAt',
      nickname: 'donation.user.username',
      message: 'donation.message',
      amount: 'donation.amount',
      currency: 'donation.currency',
    },
    marks: ['_id', 'donation.amount'],
    decimal: '.',
    only: { status: ['success'], deleted: ['false', '0'] },
    moderation: { column: 'approved', allowed: 'allowed', rejected: 'rejected' },
  },
  streamlabs: {
    system: 'Streamlabs',
    source: 'https://dev.streamlabs.com/reference/donations',
    columns: {
      originId: 'donation_id',
      timestamp: 'created_at',
      nickname: 'name',
      message: 'message',
      amount: 'amount',
      currency: 'currency',
    },
    marks: ['donation_id', 'created_at'],
    decimal: '.',
  },
  'ko-fi': {
    system: 'Ko-fi',
    source: 'https://ko-fi.com/manage/transactions',
    columns: {
      originId: 'TransactionId',
      timestamp: 'DateTime (UTC)',
      nickname: 'From',
      message: 'Message',
      amount: 'Received',
      currency: 'Currency',
    },
    marks: ['DateTime (UTC)', 'TransactionId', 'Received'],
    timeZone: 'UTC',
    dateOrder: 'mdy',
    decimal: '.',
  },
}

/** The format whose marks the columns have; undefined where it is none or more than one. */
export const formatOf = (columns: ReadonlySet<string>): DonationFormat | undefined => {
  const found = Object.values(formats).filter(({ marks }) => marks.every((mark) => columns.has(mark.toLowerCase())))
  return found.length === 1 ? found[0] : undefined
}
