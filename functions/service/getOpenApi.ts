import { createHash } from 'node:crypto'
import { withAliasedPaths } from '../../shared/areas/service/aliasedPaths.ts'
import { getOpenApi } from '../../shared/areas/service/contract.ts'
import generated from '../../shared/areas/service/openapi.json' with { type: 'json' }
import type { Handle } from '../../shared/contract/handle.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { messengerAlias } from '../../shared/runtime/env.ts'

/**
 * The document changes only with a deployment, and is 600 times as long as other answers, so clients may cache it. The
 * tag is weak, because it is that of both encodings.
 */
export const handle = (alias: string | undefined): Handle<typeof getOpenApi> => {
  const body: typeof generated = alias === undefined ? generated : withAliasedPaths(generated as never, alias)
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  const headers = { 'cache-control': 'public, max-age=3600', etag: `W/"${digest}"` }
  return async () => ({ body, headers })
}

export const handler = gzipped(httpHandler(getOpenApi, takingGzip(handle(messengerAlias()))))
