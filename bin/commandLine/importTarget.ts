import { decodeJwt } from 'jose'
import type { ImportTarget } from '../../infra/operators/import/importFile.ts'
import { serviceClient } from '../../shared/web/client/serviceClient.ts'
import { localApi, localToken } from './localApi.ts'
import { fromFile } from './optionValues.ts'
import { messageOf } from './runProgram.ts'
import { UsageError } from './usageError.ts'

const subjectOf = (token: string): string => {
  try {
    return decodeJwt(token).sub ?? ''
  } catch (error) {
    throw new UsageError(`error: --token is no access token: ${messageOf(error)}`)
  }
}

const isSafe = (api: string): boolean => {
  const { protocol, hostname } = new URL(api)
  return protocol === 'https:' || ['127.0.0.1', 'localhost'].includes(hostname)
}

interface TargetFlags {
  readonly api?: string
  readonly token?: string
  readonly recipient?: string
}

/** The target of an import: a deployed API with its token, or the local one with a token of its own issuer. */
export const importTarget = async ({ api: url, token: given, recipient }: TargetFlags): Promise<ImportTarget> => {
  if (given !== undefined) {
    const token = given === '-' ? fromFile('--token', '-', '.', (text) => text.trim()) : given
    const recipientId = subjectOf(token)
    const api = url ?? localApi().api
    if (!URL.canParse(api) || !isSafe(api)) throw new UsageError(`error: --api ${api}: expected an https URL`)
    return { api, recipientId, service: serviceClient({ url: api, token }) }
  }
  const { api, issuer } = localApi(url)
  if (recipient === undefined) throw new UsageError("error: required option '--recipient <id>' not specified")
  const token = await localToken(issuer, recipient)
  return { api, recipientId: recipient, service: serviceClient({ url: api, token }) }
}
