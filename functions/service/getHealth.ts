import { getHealth } from '../../shared/areas/service/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { deployedVersion } from '../../shared/runtime/env.ts'

export const handle: Handle<typeof getHealth> = async () => {
  const [version, commit] = deployedVersion()?.split('+') ?? []
  return { status: 'ok', ...(version !== undefined && { version }), ...(commit !== undefined && { commit }) }
}

export const handler = httpHandler(getHealth, handle)
