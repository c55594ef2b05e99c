import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { TokenRecord } from '../../../../shared/areas/recipients/tokenRepository.ts'
import { type Sandbox, startSandbox } from '../../../local/sandbox/sandbox.ts'
import { type LocalAws, startLocalAws } from '../../../support/localAws.ts'
import { allowManyCallers } from '../../../support/manyCallers.ts'
import { type Answer, operationCaller } from '../../../support/operationCaller.ts'

export const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

/** The service's functions with the platforms' stand-ins around them. */
export interface Platforms {
  readonly aws: LocalAws
  readonly sandbox: Sandbox
  readonly call: ReturnType<typeof operationCaller>
  /** A name that no other test uses: a recipient, or a platform user. */
  someone(): string
  linkKick(recipient: string, authorizationCode: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Links a Kick account whose access token has expired, and tells the id of its record. */
  linkExpired(recipient: string): Promise<string>
  getAccessToken(recipient: string, tokenId: string): Promise<Answer>
  /** Requests of the token endpoints with this grant type, among those from index `since` of the log on. */
  tokenRequests(grantType: 'authorization_code' | 'refresh_token', since?: number): number
  tokenRecord(recipient: string): Promise<TokenRecord>
  stop(): Promise<void>
}

/** Starts the local AWS and the sandbox, and tells the functions about both. */
export const startPlatforms = async (): Promise<Platforms> => {
  const sandbox = await startSandbox()
  const aws = await startLocalAws(sandbox.parameters)
  Object.assign(process.env, sandbox.urls)
  await allowManyCallers()
  const call = operationCaller()
  let people = 0
  const someone = () => `person-${++people}`

  const linkKick: Platforms['linkKick'] = (recipient, authorizationCode, headers = {}) =>
    call('linkKick', { recipient, headers, body: { authorizationCode, codeVerifier } })

  return {
    aws,
    sandbox,
    call,
    someone,
    linkKick,
    linkExpired: async (recipient) => (await linkKick(recipient, `good-expired-${someone()}`)).body.id,
    getAccessToken: (recipient, tokenId) => call('getAccessToken', { recipient, body: { tokenId } }),
    tokenRequests: (grantType, since = 0) =>
      sandbox.log.slice(since).filter(({ body }) => body.includes(`grant_type=${grantType}`)).length,
    tokenRecord: async (recipient) => {
      const { Items = [] } = await aws.client.send(new ScanCommand({ TableName: aws.table('tokens') }))
      return Items.find((item) => item['recipientId'] === recipient) as TokenRecord
    },
    stop: async () => {
      await sandbox.stop()
      await aws.stop()
    },
  }
}
