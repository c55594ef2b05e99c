import { getHealth } from '../../shared/areas/service/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'

export const handle: Handle<typeof getHealth> = async () => ({ status: 'ok' })

export const handler = httpHandler(getHealth, handle)
