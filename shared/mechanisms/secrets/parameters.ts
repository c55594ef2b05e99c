import { GetParametersCommand, type SSMClient } from '@aws-sdk/client-ssm'
import { parameterNames } from '../../contract/parameterNames.ts'
import { Problem } from '../../contract/problem.ts'
import { cached } from '../../runtime/cached.ts'
import { parameterName } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { send } from '../aws/send.ts'

/** A rotated credential is in use after this time at the latest. */
const lifetimeMs = 5 * 60 * 1000
/** A parameter that is stored or deleted shows after this time at the latest where it may be missing. */
export const storedMs = 60 * 1000
/** A failed or incomplete read is kept for this time: strangers' requests ask too, and the quota is the account's. */
const failedMs = 5 * 1000
/** `Retry-After` in seconds while a deployer may still have to store the parameters. */
const retryAfter = 60

type ProviderName = keyof typeof parameterNames

type ParameterOf<Provider extends ProviderName> = (typeof parameterNames)[Provider][number]

/** The parameters of a provider by their names below the deployment's prefix: `{ 'youtube/api-key': '…' }`. */
export type Parameters<Provider extends ProviderName> = Readonly<Record<ParameterOf<Provider>, string>>

const notConfigured = (provider: string, missing: readonly string[]) =>
  new Problem('provider_not_configured', `The deployment has no parameter ${missing.join(', ')} for ${provider}.`, {
    retryAfter,
  })

const readParameters = async <Provider extends ProviderName>(
  client: SSMClient,
  provider: Provider,
): Promise<Partial<Parameters<Provider>>> => {
  const names: readonly ParameterOf<Provider>[] = parameterNames[provider]
  const Names = names.map((name) => parameterName(provider, name))
  const command = new GetParametersCommand({ Names, WithDecryption: true })
  const { Parameters: found = [] } = await send((options) => client.send(command, options))
  const values = new Map(found.map(({ Name, Value }) => [Name, Value]))
  const present = names.flatMap((name, index) => {
    const value = values.get(Names[index])
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(present)
}

/**
 * Reads all credentials of a provider from Parameter Store in one call, and keeps them for five minutes; a failed or
 * incomplete read for some seconds.
 *
 * @throws Problem `provider_not_configured` naming the parameters that are missing
 */
export const providerParameters = <Provider extends ProviderName>(
  client: SSMClient,
  provider: Provider,
): (() => Promise<Parameters<Provider>>) => {
  const read = async () => {
    const found = await readParameters(client, provider)
    const missing = parameterNames[provider].filter((name) => !Object.hasOwn(found, name))
    const nameOf = (name: string) => parameterName(provider, name as ParameterOf<Provider>)
    if (missing.length > 0) throw notConfigured(provider, missing.map(nameOf))
    return found as Parameters<Provider>
  }
  return cached(lifetimeMs, read, () => true, systemClock, failedMs)
}

/** Reads those parameters of a provider that the deployer has stored, and keeps them for a minute. */
export const storedParameters = <Provider extends ProviderName>(
  client: SSMClient,
  provider: Provider,
): (() => Promise<Partial<Parameters<Provider>>>) =>
  cached(
    storedMs,
    () => readParameters(client, provider),
    () => true,
    systemClock,
    failedMs,
  )
