import type { Handle } from '../../shared/contract/handle.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { getHealth } from '../../shared/service/contract.ts'

export const handle: Handle<typeof getHealth> = async () => ({ status: 'ok' })

export const handler = httpHandler(getHealth, handle)
