import { type BuiltPage, filledPage, pagePolicy } from '../../mechanisms/http/webPage.ts'

/** The overlay's page for a deployment; it may call only the deployment's own two APIs. */
export const servedPage = (page: BuiltPage, webSocketUrl: string, uploadsUrl: string) => ({
  body: filledPage(page.html, { webSocketUrl }),
  headers: pagePolicy(page, {
    connect: [new URL(webSocketUrl).origin],
    // The recipient's own images and sounds; viewers' texts never become addresses.
    images: `data: https: ${new URL(uploadsUrl).origin}`,
    media: `https: ${new URL(uploadsUrl).origin}`,
    ancestors: "'self'",
  }),
})
