/** The overlay's page, built from `shared/overlayPage`. */
export interface OverlayPage {
  /** The document, without the address of the WebSocket API. */
  readonly html: string
  /** `sha256-…` of its one script and its one style. */
  readonly scriptHash: string
  readonly styleHash: string
}

const placeholder = '{{webSocketUrl}}'

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The page for a deployment, with a content security policy that allows only its own script and requests to its own
 * two APIs. Viewers' texts could not run as scripts even if they became markup.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export const servedPage = ({ html, scriptHash, styleHash }: OverlayPage, webSocketUrl: string) => ({
  body: html.replace(placeholder, () => escaped(webSocketUrl)),
  headers: {
    'content-security-policy': [
      "default-src 'none'",
      `script-src '${scriptHash}'`,
      `style-src '${styleHash}'`,
      `connect-src 'self' ${new URL(webSocketUrl).origin}`,
      // The recipient's own images and sounds; viewers' texts never become addresses.
      'img-src data: https:',
      'media-src https:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
  },
})
