import type { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parameterPrefixVariable } from '../../../../shared/contract/environmentNames.ts'
import { providerParameters, storedParameters } from '../../../../shared/mechanisms/secrets/parameters.ts'

beforeEach(() => vi.stubEnv(parameterPrefixVariable, '/tools'))
afterEach(() => {
  vi.unstubAllEnvs()
})

/** A Parameter Store with these values, which may change, and what it is asked for. */
const storeWith = (values: Record<string, string>) => {
  const inputs: GetParametersCommand['input'][] = []
  const send = async ({ input }: GetParametersCommand) => {
    inputs.push(input)
    const Parameters = (input.Names ?? [])
      .filter((Name) => values[Name] !== undefined)
      .map((Name) => ({ Name, Value: values[Name] }))
    return Parameters.length === 0 ? {} : { Parameters: Parameters.toReversed() }
  }
  return { inputs, client: { send } as unknown as SSMClient }
}

const id = '/tools/twitch/client-id'
const secret = '/tools/twitch/client-secret'
const uri = '/tools/twitch/redirect-uri'
const others = { [uri]: 'a uri' }

test('all parameters of a provider are read in one call, decrypted, and each is named', async () => {
  const { client, inputs } = storeWith({ [id]: 'an id', [secret]: 'a secret', [uri]: 'a uri' })

  expect(await providerParameters(client, 'twitch')()).toEqual({
    'twitch/client-id': 'an id',
    'twitch/client-secret': 'a secret',
    'twitch/redirect-uri': 'a uri',
  })
  expect(inputs).toEqual([{ Names: [id, secret, uri], WithDecryption: true }])
})

test.each([
  [{}, `${id}, ${secret}, ${uri}`],
  [{ ...others, [id]: 'an id' }, secret],
  [{ ...others, [id]: '', [secret]: 'a secret' }, id],
])('parameters of which some are missing or empty (%j) are a problem that names them', async (values, missing) => {
  const { client } = storeWith(values)

  await expect(providerParameters(client, 'twitch')()).rejects.toMatchObject({
    code: 'provider_not_configured',
    message: `The deployment has no parameter ${missing} for twitch.`,
    retryAfter: 60,
  })
})

test('parameters that may be missing are those that are stored, which are read again after a minute', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
  const values: Record<string, string> = { ...others }
  const { client, inputs } = storeWith(values)
  const stored = storedParameters(client, 'twitch')
  const first = await stored()

  values[id] = 'an id'
  now.mockReturnValue(1_000 + 60 * 1000 - 1)
  const kept = await stored()
  now.mockReturnValue(1_000 + 60 * 1000)

  expect([first, kept]).toEqual([{ 'twitch/redirect-uri': 'a uri' }, { 'twitch/redirect-uri': 'a uri' }])
  expect(await stored()).toEqual({ 'twitch/client-id': 'an id', 'twitch/redirect-uri': 'a uri' })
  expect(inputs).toHaveLength(2)
})

test('they are kept for five minutes, after which a rotated one is in use, and a failed read for five seconds', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
  const values: Record<string, string> = { ...others, [id]: 'an id' }
  const { client, inputs } = storeWith(values)
  const parameters = providerParameters(client, 'twitch')
  await expect(parameters()).rejects.toMatchObject({ code: 'provider_not_configured' })

  values[secret] = 'a secret'
  now.mockReturnValue(1_000 + 4_999)
  await expect(parameters()).rejects.toMatchObject({ code: 'provider_not_configured' })
  now.mockReturnValue(6_000)
  await parameters()
  now.mockReturnValue(6_000 + 5 * 60 * 1000 - 1)
  await parameters()
  expect(inputs).toHaveLength(2)
  now.mockReturnValue(6_000 + 5 * 60 * 1000)
  values[secret] = 'rotated'
  expect(await parameters()).toMatchObject({ 'twitch/client-secret': 'rotated' })
  expect(inputs).toHaveLength(3)
})
