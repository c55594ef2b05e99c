import { setTimeout as delay } from 'node:timers/promises'
import { toolset } from '../../demo/toolset.ts'
import { walk } from '../../demo/walk.ts'
import { clientOf, resume } from '../../support/socketClient.ts'
import { stackName } from './adaptedAssembly.ts'

/** The stack's outputs, by their names. */
export type Outputs = Readonly<Record<string, string>>

export interface DeployedService {
  readonly api: string
  readonly live: string
  readonly token: string
  readonly recipientId: string
}

/** Calls a service of the imitation, which reads who calls from the header and verifies no signature. */
const callAws = async (
  endpoint: string,
  service: string,
  target: string,
  body: object,
): Promise<Record<string, unknown>> => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify(body),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${target} answered ${response.status}: ${answer}`)
  return answer === '' ? {} : JSON.parse(answer)
}

/** Puts the providers' credentials where a deployer does. */
export const putParameters = async (endpoint: string, parameters: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, Value] of Object.entries(parameters))
    await callAws(endpoint, 'ssm', 'AmazonSSM.PutParameter', {
      Name: `/${stackName}/${path}`,
      Value,
      Type: 'SecureString',
      Overwrite: true,
    })
}

const cognito = (endpoint: string, action: string, body: object) =>
  callAws(endpoint, 'cognito-idp', `AWSCognitoIdentityProviderService.${action}`, body)

/** Makes the first user by the commands of `infra/README.md`, and a token by the printed `TokenCommand`. */
const tokenOfFirstUser = async (endpoint: string, { UserPoolId, Audience: ClientId }: Outputs): Promise<string> => {
  const [Username, Password] = ['you@example.com', 'Twelve-of-4ll-kinds']
  const UserAttributes = [
    { Name: 'email', Value: Username },
    { Name: 'email_verified', Value: 'true' },
  ]
  await cognito(endpoint, 'AdminCreateUser', { UserPoolId, Username, MessageAction: 'SUPPRESS', UserAttributes })
  await cognito(endpoint, 'AdminSetUserPassword', { UserPoolId, Username, Password, Permanent: true })
  await cognito(endpoint, 'AdminAddUserToGroup', { UserPoolId, Username, GroupName: 'admin' })
  const { AuthenticationResult: result } = await cognito(endpoint, 'AdminInitiateAuth', {
    UserPoolId,
    ClientId,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: Username, PASSWORD: Password },
  })
  return (result as { readonly AccessToken: string }).AccessToken
}

const idOf = (address: string): string => new URL(address).hostname.split('.')[0] ?? ''

export const openService = async (endpoint: string, outputs: Outputs): Promise<DeployedService> => {
  const token = await tokenOfFirstUser(endpoint, outputs)
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly sub: string }
  return {
    api: `${endpoint}/_aws/execute-api/${idOf(outputs['ApiUrl'] ?? '')}/$default`,
    live: `${endpoint.replace('http', 'ws')}/_aws/execute-api/${idOf(outputs['LiveUrl'] ?? '')}/live`,
    token,
    recipientId: claims.sub,
  }
}

/** Plays the demo; answers how many chapters there are and how many operations were called. */
export const walkThrough = async (service: DeployedService): Promise<string> => {
  const lines: string[] = []
  const write = (line: string): void => {
    lines.push(line)
  }
  try {
    const { called } = await walk(toolset, { ...service, write })
    return `${toolset.length} chapters, ${called.size} operations`
  } catch (error) {
    throw new Error(`The walk failed after:\n${lines.slice(-6).join('\n')}`, { cause: error })
  }
}

const post = async ({ api, token }: DeployedService, path: string, body: object): Promise<Record<string, string>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<Record<string, string>>
}

/** Milliseconds from a test alert to its arrival at an overlay, by way of the table's stream and the WebSocket API. */
export const receiveAlert = async (service: DeployedService): Promise<number> => {
  const { ticket } = await post(service, '/overlays/commands/create-ticket', {})
  const overlay = await clientOf(`${service.live}?ticket=${ticket}`)
  overlay.send(resume())
  await overlay.until('welcome')
  const startedAt = Date.now()
  await post(service, '/alerts/commands/test-alert', { nickname: 'imitation' })
  await overlay.until('alert')
  await overlay.close()
  return Date.now() - startedAt
}

/** Waits until a path answers with a status: an update takes effect a moment after it was made. */
export const expectStatus = async ({ api }: DeployedService, path: string, status: number): Promise<void> => {
  let answered = 0
  for (let attempt = 0; attempt < 20 && answered !== status; attempt++) {
    if (attempt > 0) await delay(250)
    answered = (await fetch(`${api}${path}`)).status
  }
  if (answered !== status) throw new Error(`GET ${path} answered ${answered} in place of ${status}`)
}
