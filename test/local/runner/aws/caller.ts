import type { FunctionResource } from '../deployment.ts'
import type { EngineResponse } from './engineHandler.ts'
import { unsignedService } from './operationName.ts'
import { type Refusal, refusalOf } from './serviceErrors.ts'
import { type SignedRequest, signatureOf, verifySignature } from './signatureV4.ts'

/** The secret of a function's access key. */
export interface FunctionCredential {
  readonly secretAccessKey: string
  readonly functionLogicalId: string
}

/** The caller of a request, identified by its signature. */
export interface Caller {
  readonly function: FunctionResource
  readonly accessKeyId: string
  /** The service that the request was signed for. */
  readonly service: string
}

/** The function that signed a request, or the refusal that the service itself would give. */
export const identifyCaller = (
  request: SignedRequest,
  credentials: ReadonlyMap<string, FunctionCredential>,
  functions: ReadonlyMap<string, FunctionResource>,
): Caller | { readonly refusal: EngineResponse } => {
  const signature = signatureOf(request)
  if (!signature) return { refusal: refusalOf(unsignedService(request), 'unsigned') }
  const { accessKeyId, service } = signature
  const credential = credentials.get(accessKeyId)
  const owner = credential && functions.get(credential.functionLogicalId)
  const refused = (refusal: Refusal) => ({ refusal: refusalOf(service, refusal, undefined, request.headers) })
  if (!owner) return refused('unknown key')
  const verdict = verifySignature(request, signature, credential.secretAccessKey)
  if (verdict === 'wrong') return refused('wrong signature')
  if (verdict === 'expired') return refused('expired signature')
  return { function: owner, accessKeyId, service }
}
