/** What is wrong with a part of a request, by the code of the violation. Pages say it in the words of their readers. */
export const violationCodes = {
  required: 'is missing',
  type: 'has a value of another type',
  format: 'has another form, such as a text that is no address',
  too_small: 'is a number below `minimum`',
  too_large: 'is a number above `maximum`',
  too_short: 'is a text of fewer characters than `minimum`',
  too_long: 'is a text of more characters than `maximum`, or more bytes of JSON than are stored',
  too_few: 'has fewer elements than `minimum`',
  too_many: 'has more elements than `maximum`',
  not_allowed: 'has a value that is not accepted here',
  contradictory: 'excludes another member, or needs one',
  duplicate: 'occurs twice',
  unknown: 'names something that the caller does not have',
  refused: 'is refused by the gateway or platform',
} as const

export type ViolationCode = keyof typeof violationCodes

/** The bounds that a violation can name. */
export interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
}
