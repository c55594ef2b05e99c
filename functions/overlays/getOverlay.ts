import { getOverlay } from '../../shared/areas/overlays/contract.ts'
import { servedPage } from '../../shared/areas/overlays/servedPage.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import type { BuiltPage } from '../../shared/mechanisms/http/webPage.ts'
import { bucketUrl, webSocketUrl } from '../../shared/runtime/env.ts'
import page from '../../shared/web/overlay/page.json' with { type: 'json' }

export const handle = (built: BuiltPage, url: string, uploadsUrl: string): Handle<typeof getOverlay> => {
  const served = servedPage(built, url, uploadsUrl)
  return async () => served
}

export const handler = gzipped(httpHandler(getOverlay, takingGzip(handle(page, webSocketUrl(), bucketUrl('uploads')))))
