import type { AwsCall } from '../awsCall.ts'
import type { Ask } from './questions.ts'
import { folderGuides, type SecretFolder, type SecretGuide, type SecretPath, secretGuides } from './secretGuide.ts'

/** The outcome for each parameter. */
export type SecretStates = Readonly<Record<string, 'stored' | 'made' | 'kept' | 'absent'>>

interface Store {
  readonly call: AwsCall
  /** The deployment's prefix, such as `/streaming-support`. */
  readonly prefix: string
  readonly ask: Ask
}

/** The parameters below a folder: path below the prefix → value, which is encrypted unless `isRead`. */
export const parametersOf = async (
  { call, prefix }: Pick<Store, 'call' | 'prefix'>,
  folder: string,
  isRead: boolean,
): Promise<ReadonlyMap<string, string>> => {
  const { Parameters = [] } = (await call('ssm', 'get-parameters-by-path', {
    Path: `${prefix}${folder}`,
    Recursive: true,
    WithDecryption: isRead,
  })) as { readonly Parameters?: readonly { readonly Name: string; readonly Value: string }[] }
  return new Map(Parameters.map(({ Name, Value }) => [Name.slice(prefix.length + 1), Value]))
}

const put = ({ call, prefix }: Store, path: string, Value: string): Promise<unknown> =>
  call('ssm', 'put-parameter', { Name: `${prefix}/${path}`, Value, Type: 'SecureString', Overwrite: true })

const textOf = (path: string, { purpose, page, where }: SecretGuide, isThere: boolean): string =>
  `\n${path}, for ${purpose}\n  ${page}: ${where}\n  value (Enter: ${isThere ? 'stays as it is' : 'none for now'})`

const storeOne = async (store: Store, path: string, guide: SecretGuide, isThere: boolean) => {
  const isHidden = guide.isPublic === undefined
  const given = await store.ask({ name: path, text: textOf(path, guide, isThere), isHidden })
  if (given === '' && isThere) return 'kept'
  const value = given || guide.make?.()
  if (value === undefined) return 'absent'
  await put(store, path, value)
  return given === '' ? 'made' : 'stored'
}

/** A bot's account: the part of a path that announcers name, which Parameter Store has to accept. */
const accountId = /^[\w.-]+$/

const storeFolder = async (store: Store, folder: SecretFolder, known: ReadonlyMap<string, string>) => {
  const states: Record<string, SecretStates[string]> = {}
  const guide = folderGuides[folder]
  const accounts = new Set(
    [...known.keys()].flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [])),
  )
  for (const account of accounts)
    states[`${folder}/${account}`] = await storeOne(store, `${folder}/${account}`, guide, true)
  for (;;) {
    const text = `\n${folder}, for ${guide.purpose}\n  name of a bot account, such as main (Enter: no more)`
    const account = await store.ask({ name: folder, text })
    const path = `${folder}/${account}`
    if (account === '' || path in states) return states
    if (!accountId.test(account))
      throw new Error(`${folder}: a bot account's name has letters, digits, ".", "_" and "-"`)
    states[path] = await storeOne(store, path, guide, false)
  }
}

/** Asks for the secrets of the external providers one after another, and stores the answers. */
export const storeSecrets = async (store: Store): Promise<SecretStates> => {
  const known = await parametersOf(store, '', false)
  const states: Record<string, SecretStates[string]> = {}
  for (const [path, guide] of Object.entries(secretGuides) as [SecretPath, SecretGuide][])
    states[path] = await storeOne(store, path, guide, known.has(path))
  for (const folder of Object.keys(folderGuides) as SecretFolder[])
    Object.assign(states, await storeFolder(store, folder, known))
  return states
}
