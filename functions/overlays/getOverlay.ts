import type { Handle } from '../../shared/contract/handle.ts'
import { webSocketUrl } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { getOverlay } from '../../shared/overlays/contract.ts'
import page from '../../shared/overlays/page.json' with { type: 'json' }
import { type OverlayPage, servedPage } from '../../shared/overlays/page.ts'

export const handle = (built: OverlayPage, url: string): Handle<typeof getOverlay> => {
  const served = servedPage(built, url)
  return async () => served
}

export const handler = httpHandler(getOverlay, handle(page, webSocketUrl()))
