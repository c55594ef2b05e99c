import { evaluate, noValue, type Scope } from './evaluate.ts'
import { type Identity, type ResourceKind, resourceKinds } from './resourceKinds.ts'
import type { ResourceEntry, Template } from './template.ts'
import { TemplateError } from './templateError.ts'

/** Local values in place of those that only a deployment decides. */
export interface Substitutions {
  /** The development issuer, in place of every Cognito user pool of the template. */
  readonly issuer: string
  /** The audience in place of every Cognito client id. */
  readonly audience: string
  readonly region?: string | undefined
  readonly accountId?: string | undefined
  /** Local base addresses, without a trailing slash, in place of the gateway's own wherever the template builds one. */
  readonly logicalUrls?:
    | {
        readonly httpApi?: string | undefined
        readonly webSocketApi?: string | undefined
        /** The base address of `@connections`. */
        readonly webSocketManagement?: string | undefined
      }
    | undefined
}

const defaults = { region: 'us-east-1', accountId: '123456789012' }
const urlSuffix = 'amazonaws.com'
/** In place of the UUID at the end of a stack's id: templates take unique names from its parts. */
const localStackUuid = '00000000-0000-4000-8000-000000000000'

/** Resolves everything that an expression of the template may refer to, with local names. */
export class References implements Scope {
  readonly region: string
  readonly accountId: string
  /** The resources whose condition holds. */
  readonly present: ReadonlyMap<string, ResourceEntry> = new Map()
  readonly #template: Template
  readonly #substitutions: Substitutions
  readonly #pseudoParameters: ReadonlyMap<string, unknown>
  /** Address of AWS → local address. */
  readonly #addresses: readonly (readonly [RegExp, string])[] = []

  constructor(template: Template, substitutions: Substitutions) {
    this.region = substitutions.region ?? template.region ?? defaults.region
    this.accountId = substitutions.accountId ?? template.accountId ?? defaults.accountId
    this.#template = template
    this.#substitutions = substitutions
    this.#pseudoParameters = new Map<string, unknown>([
      ['AWS::Region', this.region],
      ['AWS::AccountId', this.accountId],
      ['AWS::Partition', 'aws'],
      ['AWS::URLSuffix', urlSuffix],
      ['AWS::StackName', template.stackName],
      [
        'AWS::StackId',
        `arn:aws:cloudformation:${this.region}:${this.accountId}:stack/${template.stackName}/${localStackUuid}`,
      ],
      ['AWS::NoValue', noValue],
    ])
    this.present = new Map([...template.resources].filter(([, entry]) => this.#holds(entry)))
    this.#addresses = [...this.present.values()]
      .flatMap((entry) => this.#addressesOf(entry))
      .map(([address, local]) => [wholeAddress(address), local])
  }

  ref(name: string, place: string): unknown {
    if (this.#pseudoParameters.has(name)) return this.#pseudoParameters.get(name)
    const entry = this.present.get(name)
    return entry ? this.refOf(entry) : this.#parameter(name, place)
  }

  attribute(logicalId: string, name: string, place: string): string {
    const entry = this.present.get(logicalId)
    if (!entry) throw new TemplateError(place, `it refers to ${logicalId}, which is not in the template`)
    return this.localise(this.attributeOf(entry, name, place))
  }

  condition(name: string, place: string): boolean {
    const conditions = this.#template.conditions
    if (!Object.hasOwn(conditions, name)) throw new TemplateError(place, `the condition ${name} is not in the template`)
    return evaluate(conditions[name], this, `Conditions.${name}`) === true
  }

  mapping(map: string, first: string, second: string, place: string): unknown {
    const value = this.#template.mappings[map]?.[first]?.[second]
    if (value === undefined) throw new TemplateError(place, `the mapping ${map} has no ${first}.${second}`)
    return value
  }

  localise(text: string): string {
    return this.#addresses.reduce((local, [address, replacement]) => local.replaceAll(address, () => replacement), text)
  }

  identityOf(entry: ResourceEntry): Identity {
    const { nameProperty } = kindOf(entry)
    const explicit =
      nameProperty && evaluate(entry.properties[nameProperty], this, `${entry.logicalId}.${nameProperty}`)
    const name =
      typeof explicit === 'string' && explicit !== '' ? explicit : `${this.#template.stackName}-${entry.logicalId}`
    return { logicalId: entry.logicalId, name, region: this.region, accountId: this.accountId }
  }

  refOf(entry: ResourceEntry): string {
    if (entry.type === 'AWS::Cognito::UserPoolClient') return this.#substitutions.audience
    const identity = this.identityOf(entry)
    return kindOf(entry).ref?.(identity) ?? identity.name
  }

  attributeOf(entry: ResourceEntry, name: string, place: string): string {
    const { issuer, audience } = this.#substitutions
    if (entry.type === 'AWS::Cognito::UserPoolClient' && name === 'ClientId') return audience
    if (entry.type === 'AWS::Cognito::UserPool' && name === 'ProviderName') return issuer.replace(/^https?:\/\//, '')
    if (entry.type === 'AWS::ApiGatewayV2::Api' && name === 'ApiEndpoint') {
      return `${isWebSocket(entry) ? 'wss' : 'https'}://${this.#gatewayHost(entry)}`
    }
    const attribute = kindOf(entry).attributes?.[name]
    if (attribute) return attribute(this.identityOf(entry))
    throw new TemplateError(place, `the attribute ${name} of ${entry.logicalId} (${entry.type}) is not imitated`)
  }

  #holds(entry: ResourceEntry): boolean {
    return entry.condition === undefined || this.condition(entry.condition, entry.logicalId)
  }

  #parameter(name: string, place: string): unknown {
    const parameter = this.#template.parameters[name]
    if (!parameter) throw new TemplateError(place, `it refers to ${name}, which is not in the template`)
    const { Type, Default } = parameter
    if (Default === undefined || Type.startsWith('AWS::SSM::')) {
      throw new TemplateError(place, `the parameter ${name} has a value only at a deployment`)
    }
    const isList = Type.startsWith('List<') || Type === 'CommaDelimitedList'
    const text = String(Default)
    return isList ? text.split(',').map((item) => item.trim()) : text
  }

  #gatewayHost(api: ResourceEntry): string {
    return `${this.refOf(api)}.execute-api.${this.region}.${urlSuffix}`
  }

  #addressesOf(entry: ResourceEntry): (readonly [string, string])[] {
    const { issuer, logicalUrls } = this.#substitutions
    if (entry.type === 'AWS::Cognito::UserPool') {
      return [[`https://cognito-idp.${this.region}.${urlSuffix}/${this.refOf(entry)}`, issuer]]
    }
    if (entry.type === 'AWS::ApiGatewayV2::ApiMapping') return this.#addressesOfMapping(entry)
    if (!isApi(entry) || !logicalUrls) return []
    const host = this.#gatewayHost(entry)
    const replacements = isWebSocket(entry)
      ? ([
          [`wss://${host}`, logicalUrls.webSocketApi],
          [`https://${host}`, logicalUrls.webSocketManagement],
        ] as const)
      : ([[`https://${host}`, logicalUrls.httpApi]] as const)
    return replacements.flatMap(([address, local]) => (local === undefined ? [] : [[address, local] as const]))
  }

  /** What a custom domain leads to; the WebSocket API's address has the stage in its path. */
  #addressesOfMapping({ logicalId, properties }: ResourceEntry): (readonly [string, string])[] {
    const property = (name: string) => evaluate(properties[name], this, `${logicalId}.${name}`)
    if (property('ApiMappingKey')) throw new TemplateError(logicalId, 'the property ApiMappingKey is not imitated')
    const api = [...this.present.values()].find((entry) => isApi(entry) && this.refOf(entry) === property('ApiId'))
    if (!api) throw new TemplateError(logicalId, 'its API is not in the template')
    const { httpApi, webSocketApi } = this.#substitutions.logicalUrls ?? {}
    const local = isWebSocket(api) ? webSocketApi && `${webSocketApi}/${property('Stage')}` : httpApi
    const scheme = isWebSocket(api) ? 'wss' : 'https'
    return local === undefined ? [] : [[`${scheme}://${property('DomainName')}`, local]]
  }
}

/** An address with all that may follow it, but not as the beginning of another name. */
const wholeAddress = (address: string): RegExp =>
  new RegExp(`${address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'g')

/** @throws TemplateError for a resource type that is in no table */
export const kindOf = (entry: ResourceEntry): ResourceKind => {
  const kind = resourceKinds[entry.type]
  if (!kind) throw new TemplateError(entry.logicalId, `the resource type ${entry.type} is not imitated`)
  return kind
}

const isApi = ({ type }: ResourceEntry): boolean => type === 'AWS::ApiGatewayV2::Api'

const isWebSocket = (api: ResourceEntry): boolean => api.properties['ProtocolType'] === 'WEBSOCKET'
