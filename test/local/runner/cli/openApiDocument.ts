import { readFileSync } from 'node:fs'

/** The part of an operation's OpenAPI description that an example request needs. */
export interface DocumentedOperation {
  readonly operationId: string
  /** Upper case. */
  readonly method: string
  /** With its `{variables}`. */
  readonly path: string
  readonly isPublic: boolean
  readonly parameters: readonly DocumentedParameter[]
  /** Undefined when the operation has no body. */
  readonly body: unknown
}

export interface DocumentedParameter {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly isRequired: boolean
  /** Undefined when the document gives no example and no default. */
  readonly example: string | undefined
}

interface Exampled {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
  readonly schema?: {
    readonly examples?: readonly unknown[]
    readonly default?: unknown
    readonly enum?: readonly unknown[]
  }
}

interface Parameter extends Exampled {
  readonly $ref?: string
  readonly in: DocumentedParameter['in']
  readonly name: string
  readonly required?: boolean
}

interface Operation {
  readonly operationId?: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, Exampled>> }
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly parameters?: Readonly<Record<string, Parameter>> }
}

const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options'])

/** Reads every operation of an OpenAPI document. */
export const readOperations = (openApiFile: string): readonly DocumentedOperation[] => {
  const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as OpenApiDocument
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => documented(document, path, method, operation)),
  )
}

const documented = (
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: Operation,
): DocumentedOperation => {
  const [content] = Object.values(operation.requestBody?.content ?? {})
  return {
    operationId: operation.operationId ?? '',
    method: method.toUpperCase(),
    path,
    isPublic: operation.security?.length === 0,
    parameters: (operation.parameters ?? []).map((parameter) => documentedParameter(resolved(document, parameter))),
    body: content && (exampleOf(content) ?? {}),
  }
}

const documentedParameter = (parameter: Parameter): DocumentedParameter => {
  const example = exampleOf(parameter)
  return {
    in: parameter.in,
    name: parameter.name,
    isRequired: parameter.required === true,
    example: example === undefined ? undefined : String(example),
  }
}

const resolved = (document: OpenApiDocument, parameter: Parameter): Parameter => {
  const name = parameter.$ref?.split('/').at(-1)
  return (name === undefined ? undefined : document.components?.parameters?.[name]) ?? parameter
}

/** The document's first example, or else its default or its first allowed value. */
const exampleOf = ({ example, examples, schema }: Exampled): unknown => {
  const [named] = Object.values(examples ?? {})
  return example ?? named?.value ?? schema?.examples?.[0] ?? schema?.default ?? schema?.enum?.[0]
}
