import { type Language, languages } from '../../contract/languages.ts'

/** A page that is built into one document. */
export interface BuiltPage {
  /** The document, with `{{name}}` where a deployment has a value of its own. */
  readonly html: string
  /** `sha256-…` of its one script and its one style. */
  readonly scriptHash: string
  readonly styleHash: string
}

/** A script that a page loads when it needs it. */
export interface PagePart {
  /** A digest of the script. */
  readonly name: string
  readonly script: string
}

type Texts = Readonly<Record<string, string>>

/** A page whose texts are apart, so that only those of one language are sent. */
export interface TranslatedPage extends BuiltPage {
  readonly texts: Readonly<Record<Language, Texts>>
}

/** The origins that a page may call, besides its own script and style. */
export interface PageSources {
  readonly connect?: readonly string[]
  readonly images: string
  readonly media?: string
  readonly frames?: string
  /** Whether the page's script loads further ones of this service, whose only scripts are such parts. */
  readonly parts?: true
  /** Who may show the page in a frame. */
  readonly ancestors: "'self'" | "'none'"
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The document with values for the placeholders of their names, as text of an attribute or an element. */
export const filledPage = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value === undefined ? placeholder : escaped(value)
  })

/**
 * A content security policy that allows only the page's own script and style. Texts of strangers could not run as
 * scripts even if they became markup.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export const pagePolicy = ({ scriptHash, styleHash }: BuiltPage, sources: PageSources) => ({
  'content-security-policy': [
    "default-src 'none'",
    `script-src '${scriptHash}'${sources.parts ? " 'self'" : ''}`,
    `style-src '${styleHash}'`,
    ["connect-src 'self'", ...(sources.connect ?? [])].join(' '),
    `img-src ${sources.images}`,
    ...(sources.media === undefined ? [] : [`media-src ${sources.media}`]),
    ...(sources.frames === undefined ? [] : [`frame-src ${sources.frames}`]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sources.ancestors}`,
    "require-trusted-types-for 'script'",
    // No script may make a policy, by which a text would become trusted.
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
})

/** The languages of `Accept-Language`, the preferred one first (RFC 9110, section 12.5.4). */
const preferred = (accepted: string): readonly string[] =>
  accepted
    .split(',')
    .map((entry) => {
      const [name = '', weight = '1'] = entry.split(/\s*;\s*q\s*=\s*/)
      return { language: name.trim().toLowerCase().split('-', 1)[0] ?? '', weight: Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language)

const languageOf = (chosen: Language | undefined, accepted: string): Language =>
  chosen ??
  languages.find((each) => each === preferred(accepted).find((other) => languages.includes(other as Language))) ??
  'en'

/**
 * A line with the names of the texts that the page's script shows, and one for each of them. Apart from each other, and
 * like beside like, they are packed better. The document has placeholders for the other ones.
 */
const textLines = (texts: Texts, html: string): string => {
  const shown = Object.entries(texts)
    .filter(([name]) => !html.includes(`{{${name}}}`))
    .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
  return [shown.map(([name]) => name).join(' '), ...shown.map(([, text]) => text)].join('\n')
}

/** What a request says of its language. */
interface LanguageRequest {
  readonly query: { readonly language?: Language | undefined }
  readonly headers: { readonly 'accept-language'?: string | undefined }
}

/** Serves a page in the language of each request. */
export const translatedPage = (
  page: TranslatedPage,
  values: Readonly<Record<string, string>>,
  sources: PageSources,
) => {
  const policy = pagePolicy(page, sources)
  /** `own` makes the values of one answer of the texts of its language. */
  return (
    { query, headers }: LanguageRequest,
    own: (texts: Texts) => Readonly<Record<string, string>> = () => ({}),
  ) => {
    const language = languageOf(query.language, headers['accept-language'] ?? '')
    const texts = page.texts[language]
    return {
      body: filledPage(page.html, { ...texts, ...values, ...own(texts), language, texts: textLines(texts, page.html) }),
      headers: { ...policy, 'content-language': language, vary: 'accept-language' },
    }
  }
}
