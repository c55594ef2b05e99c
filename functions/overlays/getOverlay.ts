import type { Handle } from '../../shared/contract/handle.ts'
import { webSocketUrl } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import type { BuiltPage } from '../../shared/http/webPage.ts'
import page from '../../shared/overlayPage/page.json' with { type: 'json' }
import { getOverlay } from '../../shared/overlays/contract.ts'
import { servedPage } from '../../shared/overlays/servedPage.ts'

export const handle = (built: BuiltPage, url: string): Handle<typeof getOverlay> => {
  const served = servedPage(built, url)
  return async () => served
}

export const handler = httpHandler(getOverlay, handle(page, webSocketUrl()))
