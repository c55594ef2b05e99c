import { type Translate, textsOfPage } from '../pageTexts.ts'
import type { panelSentences } from './panelSentences.ts'
import type { panelTexts } from './panelTexts.ts'

export type TextName = keyof typeof panelTexts | keyof typeof panelSentences.en

export const translate: Translate<TextName> = textsOfPage<TextName>()

/** The text of a code, where the page has one; a name that somebody else has chosen stays as it is. */
export const textOfCode = (kind: string, code: string, otherwise: string = code): string => {
  const name = `${kind}_${code}`
  const text = translate(name as TextName)
  return text === name ? otherwise : text
}

/** What the user can do about a sign-in that ended with a code of OAuth 2.0 (RFC 6749, sections 4.1.2.1 and 5.2). */
export const signInFailure = (code: string): string => textOfCode('signIn', code, translate('signIn_not_set_up'))
