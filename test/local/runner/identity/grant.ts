import { randomUUID } from 'node:crypto'

/** The recipient and scope of tokens, which a refresh token keeps. */
export interface Grant {
  readonly recipient: string
  readonly groups: readonly string[]
  readonly scope: string
  /** Seconds since the epoch, at the first token. */
  readonly authTime: number
  /** Ties the tokens of one sign-in together, as Cognito's `origin_jti` does. */
  readonly originId: string
}

/** The scope of a Cognito user who signed in through the SDK. */
export const defaultScope = 'aws.cognito.signin.user.admin'

/** OpenID Connect Core 1.0, section 2: a `sub` has at most 255 characters. */
export const longestRecipient = 255
/** As in Cognito. */
const longestGroup = 128
const mostGroups = 100

/** No control characters, lone surrogates, line or paragraph separators, and no blank ends. */
const reasonable = /^(?!\s)[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+(?<!\s)$/u

const isName = (name: string, longest: number): boolean => reasonable.test(name) && [...name].length <= longest

/** Whether an id can be a recipient's: characters that can be printed on one line. */
export const isRecipient = (id: string): boolean => isName(id, longestRecipient)

/** https://www.rfc-editor.org/rfc/rfc6749#section-3.3 */
const scopeSyntax = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** Whether a text is a list of scopes. */
export const isScope = (scope: string): boolean => scopeSyntax.test(scope)

/** The groups of a list that is separated by commas or blanks, without duplicates; undefined when a name is invalid. */
export const groupsFrom = (list: string): readonly string[] | undefined => {
  const groups = [...new Set(list.split(/[\s,]+/).filter((group) => group !== ''))]
  return groups.length <= mostGroups && groups.every((group) => isName(group, longestGroup)) ? groups : undefined
}

/** A new grant for the recipient and the groups that a form names, or the reason why it names none. */
export const grantFrom = (form: ReadonlyMap<string, string>, scope: string, now: number): Grant | string => {
  const recipient = form.get('recipient')
  const groups = groupsFrom(form.get('groups') ?? '')
  if (recipient === undefined) return 'recipient is missing'
  if (!isRecipient(recipient)) return `recipient must have 1 to ${longestRecipient} printable characters`
  if (!groups) return 'groups must be names, separated by commas or blanks'
  return { recipient, groups, scope, authTime: Math.floor(now / 1000), originId: randomUUID() }
}
