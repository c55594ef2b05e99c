import * as z from 'zod/mini'
import { isInvisible } from '../../contract/isInvisible.ts'
import { longestUrl, schemeOf, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { sizeInAnswer } from '../../mechanisms/page/fitting.ts'

const mostButtons = 100

/**
 * Bytes that the buttons of an announcer may take in an answer: the list of announcers has no pages, so that all of a
 * recipient's have to fit one answer, which Lambda ends at 6 MB.
 */
export const buttonsSize = 24_500

interface Button {
  readonly text: string
  readonly url: string
}

/** An address with `https://` in front if it names no scheme. */
const completed = (address: string): string => {
  const bare = address.trim()
  if (schemeOf(bare) !== undefined) return bare
  return bare.startsWith('//') ? `https:${bare}` : `https://${bare}`
}

/**
 * The address of a button as it is posted: complete, and encoded where it has characters that no address may have.
 */
const postedAddress = (address: string): string => {
  const complete = completed(address)
  return /^[\x21-\x7e]*$/.test(complete) ? complete : (URL.parse(complete)?.href ?? complete)
}

/** A button as it is posted. */
export const postedButton = ({ text: label, url }: Button): Button => ({ text: label, url: postedAddress(url) })

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const control = /[\u0000-\u001f\u007f]/

/** Messengers refuse a host without a dot, and hide the user info of an address. */
const isAcceptable = (address: string): boolean => {
  const url = URL.parse(completed(address))
  if (url === null || control.test(address) || url.username !== '' || url.password !== '') return false
  if (postedAddress(address).length > longestUrl) return false
  return url.protocol === 'tg:' || (/^https?:$/.test(url.protocol) && /[^.]\.[^.]/.test(url.hostname))
}

const address =
  'the address of a web page or a tg URL without user info, with a dot in its host; without a scheme it is posted with `https://`'

const Button = z
  .object({
    text: z._default(text(0, 64), ''),
    url: z._default(
      z.string().check(
        z.maxLength(longestUrl, { abort: true }),
        z.refine((value) => isInvisible(value) || isAcceptable(value), {
          error: `Invalid URL: expected ${address}`,
          ...violates('format'),
        }),
        z.meta({ description: address }),
      ),
      '',
    ),
  })
  .check(
    z.check(({ value, issues }) => {
      const [noText, noUrl] = [isInvisible(value.text), isInvisible(value.url)]
      if (noText === noUrl) return
      issues.push({
        code: 'custom',
        message: 'Incomplete button: expected a text and an address, or neither',
        path: [noText ? 'text' : 'url'],
        input: value,
        ...violates('contradictory'),
      })
    }),
  )

const isEmpty = (button: Button): boolean => isInvisible(button.text) && isInvisible(button.url)

/** The buttons of an announcer. Those that a form has left empty are left out before they are counted. */
export const Buttons = z.array(Button).check(
  z.check((parsed) => {
    if (parsed.issues.length === 0) parsed.value = parsed.value.filter((button) => !isEmpty(button))
  }),
  z.maxLength(mostButtons),
  z.refine((buttons) => sizeInAnswer(buttons) <= buttonsSize, {
    error: `Too big: expected at most ${buttonsSize} bytes of JSON, as escaped in an answer`,
    ...violates('too_long'),
  }),
)
