import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, type Resource, type Template, valueAt } from './template.ts'

interface StackTemplate {
  readonly Resources: Readonly<Record<string, Omit<Resource, 'id' | 'stack'>>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: Json; readonly Export?: { readonly Name: string } }>>
}

type JoinedTemplate = Pick<Template, 'text' | 'resources' | 'outputs'>

const nestedType = 'AWS::CloudFormation::Stack'

/** Puts another value in the place of each one for which there is one. */
const replaced = (value: Json, other: (value: Json) => Json | undefined): Json => {
  const found = other(value)
  if (found !== undefined) return found
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => replaced(each, other))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, other)]))
}

/** Files of an assembly's nested templates, by the names under which they are uploaded. */
const nestedFiles = (folder: string, stackName: string): ReadonlyMap<string, string> => {
  const { files } = JSON.parse(readFileSync(join(folder, `${stackName}.assets.json`), 'utf8')) as {
    files: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>
  }
  return new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, source.path] as const),
    ),
  )
}

/** Whoever waits for a nested stack waits for its resources, which themselves wait for all that their stack waits for. */
const withDependencies = (resources: readonly Resource[]): readonly Resource[] => {
  const stackOf = (name: string) => resources.find(({ id, Type }) => Type === nestedType && id === name)
  const membersOf = (name: string) => resources.filter(({ stack }) => stack === name).map(({ id }) => id)
  const wait = ({ DependsOn = [] }: Partial<Resource>) => DependsOn.flatMap((id) => [id, ...membersOf(id)])
  return resources.map((resource) => ({
    ...resource,
    DependsOn: [resource, stackOf(resource.stack) ?? {}].flatMap(wait),
  }))
}

/** @param taken logical ids that another nested stack has as well */
const resourcesOf = (
  stack: string,
  { Resources }: StackTemplate,
  taken: ReadonlySet<string>,
  other: (value: Json) => Json | undefined,
): readonly Resource[] => {
  const idOf = (id: string): string => (taken.has(id) ? `${stack}${id}` : id)
  const own = (value: Json): Json | undefined => {
    const [reference, attribute] = [valueAt(value, 'Ref'), valueAt(value, 'Fn::GetAtt')]
    if (typeof reference === 'string' && taken.has(reference)) return { Ref: idOf(reference) }
    const target = valueAt(attribute, 0)
    if (typeof target === 'string' && taken.has(target))
      return { 'Fn::GetAtt': [idOf(target), valueAt(attribute, 1) ?? null] }
    return other(value)
  }
  return Object.entries(Resources).map(([id, resource]) => ({
    ...resource,
    id: idOf(id),
    stack,
    ...(resource.DependsOn && { DependsOn: [resource.DependsOn].flat().map(idOf) }),
    Properties: replaced(resource.Properties ?? {}, own) as Resource['Properties'],
  }))
}

/** Of logical ids that several nested stacks have, each begins with its stack's. */
const readJoined = (folder: string, stackName: string): JoinedTemplate => {
  const texts: string[] = []
  const read = (file: string): StackTemplate => {
    const text = readFileSync(join(folder, file), 'utf8')
    texts.push(text)
    return JSON.parse(text)
  }
  const data = read(`${stackName}-data.template.json`)
  const root = read(`${stackName}.template.json`)
  const files = nestedFiles(folder, stackName)
  const nested = Object.entries(root.Resources)
    .filter(([, { Type }]) => Type === nestedType)
    .map(([id, { Properties }]) => {
      const key = JSON.stringify(Properties['TemplateURL']).match(/\w+\.json/)?.[0] ?? ''
      return { id, Properties, template: read(files.get(key) ?? key) }
    })
  const exported = new Map(
    Object.values(data.Outputs ?? {}).flatMap(({ Value, Export }) => (Export ? [[Export.Name, Value] as const] : [])),
  )
  const imported = (value: Json): Json | undefined => exported.get(String(valueAt(value, 'Fn::ImportValue')))
  const ids = nested.flatMap(({ template }) => Object.keys(template.Resources))
  const taken = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  const nestedOutput = (value: Json): Json | undefined => {
    const [id, output] = [valueAt(value, 'Fn::GetAtt', 0), String(valueAt(value, 'Fn::GetAtt', 1))]
    const from = nested.find((each) => each.id === id)?.template.Outputs?.[output.replace('Outputs.', '')]
    return from?.Value ?? imported(value)
  }
  return {
    text: texts.join('\n'),
    outputs: replaced((root.Outputs ?? {}) as unknown as Json, nestedOutput) as unknown as JoinedTemplate['outputs'],
    resources: withDependencies([
      ...resourcesOf('data', data, new Set(), imported),
      ...resourcesOf('', root, new Set(), nestedOutput),
      ...nested.flatMap(({ id, Properties, template }) => {
        const given = (value: Json): Json | undefined =>
          valueAt(Properties['Parameters'], String(valueAt(value, 'Ref'))) ?? imported(value)
        return resourcesOf(id, template, taken, given)
      }),
    ]),
  }
}

/** Reads the data stack, the service and its nested stacks as one template, whose references have no borders. */
export const readTemplate = (folder: string, stackName = 'streaming-support'): Template => {
  const { text, resources, outputs } = readJoined(folder, stackName)
  const all = (type: string) => resources.filter(({ Type }) => Type === type)
  return {
    text,
    resources,
    outputs,
    all,
    one: (type, start = '') => {
      const found = all(type).filter(({ id }) => id.startsWith(start))
      const [only] = found
      if (only === undefined || found.length > 1)
        throw new Error(`${found.length} resources of ${type} start with ${start}`)
      return only
    },
  }
}
