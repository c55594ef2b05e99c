import { createHash } from 'node:crypto'
import { getOpenApi } from '../../shared/areas/service/contract.ts'
import document from '../../shared/areas/service/openapi.json' with { type: 'json' }
import type { Handle } from '../../shared/contract/handle.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'

const digest = createHash('sha256').update(JSON.stringify(document)).digest('base64url')

/**
 * The document changes only with a deployment, and is 600 times as long as other answers, so clients may cache it. The
 * tag is weak, because it is that of both encodings.
 */
const headers = { 'cache-control': 'public, max-age=3600', etag: `W/"${digest}"` }

export const handle: Handle<typeof getOpenApi> = async () => ({ body: document, headers })

export const handler = gzipped(httpHandler(getOpenApi, takingGzip(handle)))
