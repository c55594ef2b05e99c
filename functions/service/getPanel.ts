import type { Handle } from '../../shared/contract/handle.ts'
import { signIn, webSocketUrl } from '../../shared/env.ts'
import { gzipped } from '../../shared/http/gzipped.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type TranslatedPage, translatedPage } from '../../shared/http/webPage.ts'
import { getPanel } from '../../shared/service/contract.ts'
import page from '../../shared/webPages/panel/page.json' with { type: 'json' }

export const handle = (
  built: TranslatedPage,
  issuer: ReturnType<typeof signIn>,
  liveUrl: string,
): Handle<typeof getPanel> => {
  const answer = translatedPage(built, issuer, {
    connect: [...new Set([liveUrl, issuer.issuer, issuer.signInUrl].map((url) => new URL(url).origin))],
    images: "'self' data:",
    // The overlay, in which a look is tried.
    frames: "'self'",
    ancestors: "'none'",
  })
  return async (request) => answer(request)
}

export const handler = gzipped(httpHandler(getPanel, handle(page, signIn(), webSocketUrl())))
