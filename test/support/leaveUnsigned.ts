import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** What an SDK client signs; see `HttpRequest` of `@smithy/types`. */
interface SdkRequest {
  readonly headers: Record<string, string>
}

/** The prototype that the SDK's signers share. */
interface Signer {
  readonly service: string
  signRequest(request: SdkRequest, options?: { readonly signingService?: string }): Promise<SdkRequest>
}

/**
 * Lets SDK clients of this process name the service that they call without a signature: engines of this process verify none, and to make one is a
 * tenth of the cost of a call. The local API verifies those of the bundles.
 *
 * @param client any client; all share the prototype of their signers
 * @returns a function that lets clients sign again
 */
export const leaveUnsigned = async ({ config }: DynamoDBClient): Promise<() => void> => {
  const region = await config.region()
  const scheme = { name: 'sigv4', signingName: 'dynamodb', signingRegion: region, properties: {} }
  const prototype = Object.getPrototypeOf(await config.signer(scheme)) as Signer
  const { signRequest } = prototype
  prototype.signRequest = async function (this: Signer, request, { signingService = this.service } = {}) {
    const scope = `test/20260101/${region}/${signingService}/aws4_request`
    request.headers['authorization'] = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`
    return request
  }
  return () => {
    prototype.signRequest = signRequest
  }
}
