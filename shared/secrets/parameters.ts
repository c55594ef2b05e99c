import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { send } from '../aws/send.ts'
import { cached } from '../cached.ts'
import { Problem } from '../contract/problem.ts'
import { type ProviderName, providers } from '../contract/providers.ts'
import { parameterName } from '../env.ts'

/** A rotated credential is in use after this time at the latest. */
const lifetimeMs = 5 * 60 * 1000
/** `Retry-After` in seconds while a deployer may still have to store the parameters. */
const retryAfter = 60

type ParameterOf<Provider extends ProviderName> = (typeof providers)[Provider]['parameters'][number]

/** The parameters of a provider by their names below the deployment's prefix: `{ 'youtube/api-key': '…' }`. */
export type Parameters<Provider extends ProviderName> = Readonly<Record<ParameterOf<Provider>, string>>

const notConfigured = (provider: string, missing: readonly string[]) =>
  new Problem('provider_not_configured', `The deployment has no parameter ${missing.join(', ')} for ${provider}.`, {
    retryAfter,
  })

/**
 * Reads all credentials of a provider from Parameter Store in one call, and keeps them for five minutes. A failed or incomplete
 * read is not kept.
 *
 * @throws Problem `provider_not_configured` naming the parameters that are missing
 */
export const providerParameters = <Provider extends ProviderName>(
  client: SSMClient,
  provider: Provider,
): (() => Promise<Parameters<Provider>>) => {
  const names: readonly ParameterOf<Provider>[] = providers[provider].parameters

  const read = async (): Promise<Parameters<Provider>> => {
    const fullNames = names.map((name) => parameterName(provider, name))
    const command = new GetParametersCommand({ Names: fullNames, WithDecryption: true })
    const { Parameters: found = [] } = await send((options) => client.send(command, options))
    const values = new Map(found.map(({ Name, Value }) => [Name, Value]))
    const missing = fullNames.filter((name) => !values.get(name))
    if (missing.length > 0) throw notConfigured(provider, missing)
    return Object.fromEntries(names.map((name, index) => [name, values.get(fullNames[index])])) as Parameters<Provider>
  }

  return cached(lifetimeMs, read)
}
