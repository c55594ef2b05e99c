import * as z from 'zod/mini'
import { checkIntrinsics, evaluate, noValue, type Scope } from './evaluate.ts'
import { apiEndpoint } from './gatewayAddress.ts'
import { noEffect, parseAt } from './parse.ts'
import { reasonOf } from './reasons.ts'
import type { Refusals } from './refusals.ts'
import { type Identity, nestedStackType, type ResourceKind, resourceKinds } from './resourceKinds.ts'
import type { ResourceEntry, Template } from './template.ts'
import { TemplateError } from './templateError.ts'

/** Local values in place of those that only a deployment decides. */
export interface Substitutions {
  /** The development issuer, in place of every Cognito user pool of the template. */
  readonly issuer: string
  /** The audience in place of every Cognito client id. */
  readonly audience: string
  /** The audience in place of those whose refresh tokens rotate; the same when it is left out. */
  readonly rotatingClient?: string
  /** Local base addresses, without a stage and without a trailing slash, in place of the gateway's own wherever the template builds one. */
  readonly logicalUrls?:
    | {
        readonly httpApi?: string | undefined
        readonly webSocketApi?: string | undefined
        /** The base address of `@connections`. */
        readonly webSocketManagement?: string | undefined
      }
    | undefined
}

/** What the stacks of an app share. */
export interface Surroundings extends Pick<Scope, 'imported' | 'localise'> {
  readonly region: string
  readonly accountId: string
  readonly substitutions: Substitutions
  readonly refusals: Refusals
}

const NestedStack = z.strictObject({
  TemplateURL: z.unknown(),
  Parameters: z._default(z.record(z.string(), z.unknown()), {}),
  ...noEffect('observation only', 'NotificationARNs', 'Tags'),
  ...noEffect('locally everything is created at once', 'TimeoutInMinutes'),
})

/** The stack that a nested stack is in, and the resource that creates it. */
interface Parent {
  readonly references: References
  readonly entry: ResourceEntry
}

/** In place of the UUID at the end of a stack's id: templates take unique names from its parts. */
const localStackUuid = '00000000-0000-4000-8000-000000000000'

/** Resolves everything that an expression of a stack's template may refer to, with local names. */
export class References implements Scope {
  readonly #template: Template
  readonly #surroundings: Surroundings
  readonly #parent: Parent | undefined
  readonly #pseudoParameters: ReadonlyMap<string, unknown>
  /** The outputs that are being evaluated. */
  readonly #begun = new Set<string>()
  #present: ReadonlyMap<string, ResourceEntry> | undefined
  #nested: ReadonlyMap<ResourceEntry, References> | undefined
  #outputs: ReadonlySet<string> | undefined
  #exports: ReadonlyMap<unknown, string> | undefined

  constructor(template: Template, surroundings: Surroundings, parent?: Parent) {
    const { refusals } = surroundings
    for (const entry of template.resources.values()) {
      refusals.add(entry)
      if (!refusals.isIgnored(entry)) refusals.ofItself(entry.logicalId, () => check(entry))
    }
    const { region, accountId } = surroundings
    const { stackName } = template
    const localStackId = `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/${localStackUuid}`
    this.#template = template
    this.#surroundings = surroundings
    this.#parent = parent
    this.#pseudoParameters = new Map<string, unknown>([
      ['AWS::Region', region],
      ['AWS::AccountId', accountId],
      ['AWS::Partition', 'aws'],
      ['AWS::URLSuffix', 'amazonaws.com'],
      ['AWS::StackName', stackName],
      ['AWS::StackId', parent === undefined ? localStackId : parent.references.refOf(parent.entry)],
      ['AWS::NoValue', noValue],
    ])
  }

  /** The resources whose condition holds, by their logical ids in this stack. */
  get present(): ReadonlyMap<string, ResourceEntry> {
    if (this.#present) return this.#present
    // A condition refers to parameters, and to no resource.
    this.#present = new Map()
    const holds = ({ condition, logicalId }: ResourceEntry) =>
      condition === undefined || this.condition(condition, logicalId)
    this.#present = new Map([...this.#template.resources].filter(([, entry]) => holds(entry)))
    return this.#present
  }

  /** The nested stacks that this stack creates. */
  get nested(): ReadonlyMap<ResourceEntry, References> {
    const { refusals } = this.#surroundings
    const isNested = (entry: ResourceEntry) => entry.type === nestedStackType && !refusals.isAbsent(entry)
    const entries = [...this.present.values()].filter(isNested)
    this.#nested ??= new Map(entries.map((entry) => [entry, this.#nestedIn(entry)]))
    return this.#nested
  }

  ref(name: string, place: string): unknown {
    if (this.#pseudoParameters.has(name)) return this.#pseudoParameters.get(name)
    const entry = this.present.get(name)
    if (!entry) return this.#parameter(name, place)
    return this.#isAbsent(entry, place) ? absentName(entry) : this.refOf(entry)
  }

  attribute(logicalId: string, name: string, place: string): string {
    const entry = this.present.get(logicalId)
    if (!entry) throw new TemplateError(place, `it refers to ${logicalId}, which is not in the template`)
    if (this.#isAbsent(entry, place)) return `${absentName(entry)}.${name}`
    const nested = this.nested.get(entry)
    if (nested && name.startsWith('Outputs.')) return nested.output(name.replace('Outputs.', ''), place)
    return this.localise(this.attributeOf(entry, name, place))
  }

  condition(name: string, place: string): boolean {
    const { conditions, prefix } = this.#template
    if (!Object.hasOwn(conditions, name)) throw new TemplateError(place, `the condition ${name} is not in the template`)
    return evaluate(conditions[name], this, `${prefix}Conditions.${name}`) === true
  }

  mapping(map: string, first: string, second: string, place: string): unknown {
    const value = this.#template.mappings[map]?.[first]?.[second]
    if (value === undefined) throw new TemplateError(place, `the mapping ${map} has no ${first}.${second}`)
    return value
  }

  imported(name: string, place: string): string {
    return this.#surroundings.imported(name, place)
  }

  localise(text: string): string {
    return this.#surroundings.localise(text)
  }

  /** The names of the outputs whose condition holds. */
  get outputs(): ReadonlySet<string> {
    this.#outputs ??= new Set(
      Object.entries(this.#template.outputs).flatMap(([name, { Condition: condition }]) =>
        condition === undefined || this.condition(condition, this.#outputPlace(name)) ? [name] : [],
      ),
    )
    return this.#outputs
  }

  /** Name of an export → output. */
  get exports(): ReadonlyMap<unknown, string> {
    this.#exports ??= new Map(
      [...this.outputs].flatMap((name): [unknown, string][] => {
        const exported = this.#template.outputs[name]?.Export
        return exported ? [[evaluate(exported.Name, this, this.#outputPlace(name)), name]] : []
      }),
    )
    return this.#exports
  }

  /** @throws TemplateError when there is no such output, or when its value depends on itself */
  output(name: string, place: string): string {
    const output = this.#outputPlace(name)
    if (!this.outputs.has(name)) throw new TemplateError(place, `there is no ${output}`)
    if (this.#begun.has(name)) throw new TemplateError(output, 'it depends on itself')
    this.#begun.add(name)
    try {
      return String(evaluate(this.#template.outputs[name]?.Value, this, output))
    } finally {
      this.#begun.delete(name)
    }
  }

  identityOf(entry: ResourceEntry): Identity {
    const { region, accountId } = this.#surroundings
    const { logicalId, generatedName } = entry
    const { nameProperty } = kindOf(entry)
    const explicit = nameProperty && evaluate(entry.properties[nameProperty], this, `${logicalId}.${nameProperty}`)
    const name = typeof explicit === 'string' && explicit !== '' ? explicit : generatedName
    return { logicalId, name, region, accountId }
  }

  #clientOf({ properties }: ResourceEntry): string {
    const { audience, rotatingClient = audience } = this.#surroundings.substitutions
    return properties['RefreshTokenRotation'] === undefined ? audience : rotatingClient
  }

  refOf(entry: ResourceEntry): string {
    if (entry.type === 'AWS::Cognito::UserPoolClient') return this.#clientOf(entry)
    const identity = this.identityOf(entry)
    return kindOf(entry).ref?.(identity) ?? identity.name
  }

  attributeOf(entry: ResourceEntry, name: string, place: string): string {
    const { issuer } = this.#surroundings.substitutions
    if (entry.type === 'AWS::Cognito::UserPoolClient' && name === 'ClientId') return this.#clientOf(entry)
    if (entry.type === 'AWS::Cognito::UserPool' && name === 'ProviderName') return issuer.replace(/^https?:\/\//, '')
    if (entry.type === 'AWS::ApiGatewayV2::Api' && name === 'ApiEndpoint')
      return apiEndpoint(entry, this.refOf(entry), this.#surroundings.region)
    const attribute = kindOf(entry).attributes?.[name]
    if (attribute) return attribute(this.identityOf(entry))
    throw new TemplateError(place, `the attribute ${name} of ${entry.logicalId} (${entry.type}) is not imitated`)
  }

  #isAbsent(entry: ResourceEntry, place: string): boolean {
    const { refusals } = this.#surroundings
    refusals.refer(place, entry)
    return refusals.isAbsent(entry)
  }

  #outputPlace(name: string): string {
    return `${this.#template.prefix}Outputs.${name}`
  }

  #parameter(name: string, place: string): unknown {
    const parameter = this.#template.parameters[name]
    if (!parameter) throw new TemplateError(place, `it refers to ${name}, which is not in the template`)
    const { Type, Default } = parameter
    const value = this.#given(name) ?? Default
    if (value === undefined || Type.startsWith('AWS::SSM::'))
      throw new TemplateError(place, `the parameter ${name} has a value only at a deployment`)
    const isList = Type.startsWith('List<') || Type === 'CommaDelimitedList'
    const text = String(value)
    return isList ? text.split(',').map((item) => item.trim()) : text
  }

  /** The value that the parent gives a parameter; a list is joined by commas, as CloudFormation does. */
  #given(name: string): unknown {
    if (!this.#parent) return undefined
    const { references, entry } = this.#parent
    const { [name]: value } = nestedStackFrom(entry).Parameters
    return value === undefined ? undefined : evaluate(value, references, `${entry.logicalId}.Parameters.${name}`)
  }

  #nestedIn(entry: ResourceEntry): References {
    const { TemplateURL, Parameters } = nestedStackFrom(entry)
    const url = evaluate(TemplateURL, this, `${entry.logicalId}.TemplateURL`)
    const template = this.#template.nested(entry, String(url))
    const unknown = Object.keys(Parameters).find((name) => !Object.hasOwn(template.parameters, name))
    if (unknown !== undefined) throw new TemplateError(entry.logicalId, `its template has no parameter ${unknown}`)
    return new References(template, this.#surroundings, { references: this, entry })
  }
}

const nestedStackFrom = ({ logicalId, type, properties }: ResourceEntry) =>
  parseAt(logicalId, NestedStack, properties, type)

/** The name of a resource that is ignored or refused. */
const absentName = ({ logicalId }: ResourceEntry): string => `absent:${logicalId}`

/** @throws TemplateError when its type, or an intrinsic function anywhere in it, is unknown */
const check = (entry: ResourceEntry): void => {
  const refusal = kindOf(entry).refusal?.(entry.properties)
  if (refusal !== undefined) throw new TemplateError(entry.logicalId, `${refusal}${reasonOf(entry.type)}`)
  checkIntrinsics(entry.properties, entry.logicalId)
}

/** @throws TemplateError for a resource type that is in no table */
export const kindOf = (entry: ResourceEntry): ResourceKind => {
  const kind = resourceKinds[entry.type]
  if (!kind)
    throw new TemplateError(entry.logicalId, `the resource type ${entry.type} is not imitated${reasonOf(entry.type)}`)
  return kind
}
