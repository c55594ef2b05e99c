import { evaluate } from './evaluate.ts'
import { gatewayHost, isApi, isWebSocket } from './gatewayAddress.ts'
import type { PlacedResource } from './properties.ts'
import type { Substitutions } from './references.ts'
import { TemplateError } from './templateError.ts'

interface AddressOptions {
  readonly region: string
  readonly substitutions: Substitutions
}

/** Address of AWS → local address. */
type Replacement = readonly [string, string]

/** Replaces the addresses of an app's resources by the local ones, wherever a template builds one. */
export const localAddresses = (
  resources: readonly PlacedResource[],
  options: AddressOptions,
): ((text: string) => string) => {
  const replacements = resources
    .flatMap((resource) => replacementsOf(resource, resources, options))
    .map(([address, local]) => [wholeAddress(address), local] as const)
  return (text) => replacements.reduce((result, [address, local]) => result.replaceAll(address, () => local), text)
}

const replacementsOf = (
  { entry, references }: PlacedResource,
  resources: readonly PlacedResource[],
  { region, substitutions }: AddressOptions,
): readonly Replacement[] => {
  const { issuer, logicalUrls = {} } = substitutions
  if (entry.type === 'AWS::Cognito::UserPool')
    return [[`https://cognito-idp.${region}.amazonaws.com/${references.refOf(entry)}`, issuer]]
  if (entry.type === 'AWS::Cognito::UserPoolDomain')
    return [[`https://${references.refOf(entry)}.auth.${region}.amazoncognito.com`, issuer]]
  if (entry.type === 'AWS::ApiGatewayV2::ApiMapping')
    return replacementsOfMapping({ entry, references }, resources, logicalUrls)
  if (!isApi(entry) || String(entry.properties['DisableExecuteApiEndpoint']) === 'true') return []
  const host = gatewayHost(references.refOf(entry), region)
  return isWebSocket(entry)
    ? defined([
        [`wss://${host}`, logicalUrls.webSocketApi],
        [`https://${host}`, logicalUrls.webSocketManagement],
      ])
    : defined([[`https://${host}`, logicalUrls.httpApi]])
}

/** The replacements whose local address is known. */
const defined = (replacements: readonly (readonly [string, string | undefined])[]): readonly Replacement[] =>
  replacements.flatMap(([address, local]) => (local === undefined ? [] : [[address, local] as const]))

/** What a custom domain leads to; the addresses of a WebSocket API have the stage in their path. */
const replacementsOfMapping = (
  { entry: { logicalId, properties }, references }: PlacedResource,
  resources: readonly PlacedResource[],
  { httpApi, webSocketApi, webSocketManagement }: NonNullable<Substitutions['logicalUrls']>,
): readonly Replacement[] => {
  const property = (name: string) => evaluate(properties[name], references, `${logicalId}.${name}`)
  if (property('ApiMappingKey')) throw new TemplateError(logicalId, 'the property ApiMappingKey is not imitated')
  const apiId = property('ApiId')
  const api = resources.find((each) => isApi(each.entry) && each.references.refOf(each.entry) === apiId)
  if (!api) throw new TemplateError(logicalId, 'its API is not in the template')
  const [domain, stage] = [property('DomainName'), property('Stage')]
  const ofStage = (local: string | undefined) => local && `${local}/${stage}`
  return isWebSocket(api.entry)
    ? defined([
        [`wss://${domain}`, ofStage(webSocketApi)],
        [`https://${domain}`, ofStage(webSocketManagement)],
      ])
    : defined([[`https://${domain}`, stage === '$default' ? httpApi : ofStage(httpApi)]])
}

/** An address with all that may follow it, but not as the beginning of another name. */
const wholeAddress = (address: string): RegExp =>
  new RegExp(`${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'g')
