import type { Handle } from '../../shared/contract/handle.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { getOpenApi } from '../../shared/service/contract.ts'
import document from '../../shared/service/openapi.json' with { type: 'json' }

export const handle: Handle<typeof getOpenApi> = async () => document

export const handler = httpHandler(getOpenApi, handle)
