import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** What an SDK client signs; see `HttpRequest` of `@smithy/types`. */
interface SdkRequest {
  readonly hostname: string
  readonly port?: number
  readonly headers: Record<string, string>
}

/** The prototype that the SDK's signers share. */
interface Signer {
  readonly service: string
  signRequest(request: SdkRequest, options?: { readonly signingService?: string }): Promise<SdkRequest>
}

/**
 * Lets SDK clients of this process name the service that they call without a signature, where an engine of this process answers: it verifies none,
 * and to make one is a tenth of the cost of a call. Requests to any other address are signed. The local API verifies the signatures of bundles.
 *
 * @param client any client; all share the prototype of their signers
 * @param engines the engines by `host:port`
 * @returns a function that lets clients sign again
 */
export const stripSignatures = async (
  { config }: DynamoDBClient,
  engines: Pick<ReadonlyMap<string, unknown>, 'has'>,
): Promise<() => void> => {
  const region = await config.region()
  const scheme = { name: 'sigv4', signingName: 'dynamodb', signingRegion: region, properties: {} }
  const prototype = Object.getPrototypeOf(await config.signer(scheme)) as Signer
  const { signRequest } = prototype
  prototype.signRequest = async function (this: Signer, request, options = {}) {
    if (!engines.has(`${request.hostname}:${request.port}`)) return signRequest.call(this, request, options)
    const { signingService = this.service } = options
    const scope = `test/20260101/${region}/${signingService}/aws4_request`
    request.headers['authorization'] = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`
    return request
  }
  return () => {
    prototype.signRequest = signRequest
  }
}
