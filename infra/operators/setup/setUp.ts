import { messengerWebhookPath } from '../../../shared/areas/messenger/chatContract.ts'
import type { ChatMessenger } from '../../../shared/areas/messenger/chatMessenger.ts'
import { maxChats } from '../../../shared/providers/maxChats.ts'
import { telegramChats } from '../../../shared/providers/telegramChats.ts'
import type { AwsCall } from '../awsCall.ts'
import { firstUser, userPoolOf } from './firstUser.ts'
import type { Ask } from './questions.ts'
import type { SecretFolder } from './secretGuide.ts'
import { parametersOf, type SecretStates, storeSecrets } from './storeSecrets.ts'

export interface SetUp {
  readonly call: AwsCall
  readonly ask: Ask
  readonly stackName: string
  /** The stack's outputs, by their names. */
  readonly outputs: Readonly<Record<string, string>>
  /** The base URL of each messenger. */
  readonly urls: { readonly telegram: string; readonly max: string }
  readonly progress: (line: string) => void
}

export interface SetUpReport {
  readonly api: string
  readonly user: string | undefined
  readonly secrets: SecretStates
  /** Bot account → the address of its webhook, or the messenger's refusal. */
  readonly webhooks: Readonly<Record<string, string>>
  /** The address of a new overlay, when there was none and the user could be signed in. */
  readonly overlay: string | undefined
  /** An access token of the user. */
  readonly token: string | undefined
}

const botOf: Readonly<Record<SecretFolder, (urls: SetUp['urls'], token: string) => ChatMessenger>> = {
  'telegram/bots': ({ telegram }, token) => telegramChats(telegram, token),
  'max/bots': ({ max }, token) => maxChats(max, token),
}

/** Sets the webhook of every bot, as linking a chat does: without one, the first code of a chat would make it. */
const registerWebhooks = async ({ call, stackName, urls, progress }: SetUp, api: string) => {
  const webhooks: Record<string, string> = {}
  for (const [folder, bot] of Object.entries(botOf)) {
    const tokens = await parametersOf({ call, prefix: `/${stackName}` }, `/${folder}`, true)
    for (const [path, token] of tokens) {
      const url = `${api}${messengerWebhookPath(path.slice(folder.length + 1))}`
      // The code of an invitation is for a chat; here nobody is invited.
      webhooks[path] = await bot(urls, token)
        .invite(url, '')
        .then(
          () => url,
          (error: Error) => `not set: ${error.message}`,
        )
      progress(`Webhook of ${path}: ${webhooks[path]}`)
    }
  }
  return webhooks
}

const request = async <Answer>(address: string, token: string, body?: object): Promise<Answer> => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(address, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (answer.ok) return (await answer.json()) as Answer
  throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
}

/** The address of a first overlay; one that there is stays where its scene has it in OBS. */
const firstOverlay = async (api: string, token: string): Promise<string | undefined> => {
  const { totalSize } = await request<{ readonly totalSize: number }>(`${api}/overlays`, token)
  if (totalSize > 0) return undefined
  const made = { name: 'Main scene' }
  return (await request<{ readonly overlayUrl: string }>(`${api}/overlays/commands/create-ticket`, token, made))
    .overlayUrl
}

/** Makes a deployed stack usable: user, secrets, webhooks, overlay. It can be repeated: existing things stay. */
export const setUp = async (options: SetUp): Promise<SetUpReport> => {
  const { call, ask, stackName, outputs, progress } = options
  const { ApiUrl } = outputs
  const pool = userPoolOf(outputs)
  if (ApiUrl === undefined)
    throw new Error(`The stack ${stackName} has no output ApiUrl: is it a stack of this service?`)
  const user = pool === undefined ? undefined : await firstUser(call, pool, ask)
  if (pool === undefined)
    progress(`Users are those of ${outputs['Issuer']}; SECURITY.md tells which of them may publish to all recipients`)
  else
    progress(
      user === undefined ? 'No user' : `User ${user.email}: ${user.isNew ? 'made' : 'there'}, in the group admin`,
    )
  const secrets = await storeSecrets({ call, ask, prefix: `/${stackName}` })
  const webhooks = await registerWebhooks(options, ApiUrl)
  const token = user?.token
  const overlay = token === undefined ? undefined : await firstOverlay(ApiUrl, token)
  return { api: ApiUrl, user: user?.email, secrets, webhooks, overlay, token }
}
