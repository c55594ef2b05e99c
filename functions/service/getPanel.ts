import { getPanel } from '../../shared/areas/service/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { type TranslatedPage, translatedPage } from '../../shared/mechanisms/http/webPage.ts'
import { bucketUrl, signIn, webSocketUrl } from '../../shared/runtime/env.ts'
import page from '../../shared/web/panel/page.json' with { type: 'json' }

export const handle = (
  built: TranslatedPage,
  issuer: ReturnType<typeof signIn>,
  liveUrl: string,
  uploadsUrl: string,
): Handle<typeof getPanel> => {
  const answer = translatedPage(built, issuer, {
    connect: [...new Set([liveUrl, issuer.issuer, issuer.signInUrl, uploadsUrl].map((url) => new URL(url).origin))],
    parts: true,
    images: `'self' data: ${new URL(uploadsUrl).origin}`,
    media: new URL(uploadsUrl).origin,
    // The overlay, in which a look is tried.
    frames: "'self'",
    ancestors: "'none'",
  })
  return async (request) => answer(request)
}

export const handler = gzipped(
  httpHandler(getPanel, takingGzip(handle(page, signIn(), webSocketUrl(), bucketUrl('uploads')))),
)
