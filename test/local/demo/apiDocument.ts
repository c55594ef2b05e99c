import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Media {
  readonly schema: object
}

interface DescribedResponse {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface DescribedOperation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in?: string; readonly name?: string }[]
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly responses: Readonly<Record<string, DescribedResponse>> }
}

/** An operation as a client finds it in the served document. */
export interface Endpoint {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Whether a list gives one item by its id. */
  readonly takesId: boolean
}

const pointerText = (segment: string): string => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))

/** A media type without its parameters. */
const typeOf = (contentType: string): string => contentType.split(';')[0]?.trim() ?? ''

/** The OpenAPI document that the API serves: its endpoints, and whether an answer is as documented. */
export class ApiDocument {
  readonly endpoints: readonly Endpoint[]
  readonly #document: Described
  readonly #ajv: Ajv2020

  constructor(document: unknown) {
    this.#document = document as Described
    // Formats are annotations here; the contract tests hold them.
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    this.#ajv.addSchema(document as object, 'api')
    this.endpoints = Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        takesId: parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'id'),
      })),
    )
  }

  endpoint(id: string): Endpoint {
    const found = this.endpoints.find((endpoint) => endpoint.id === id)
    if (found === undefined) throw new Error(`The API serves no operation ${id}`)
    return found
  }

  /** What is wrong with an answer; empty when it is as documented. */
  violations({ method, path }: Endpoint, status: number, contentType: string, body: unknown): readonly string[] {
    const validate = this.#validator(method.toLowerCase(), path, status, contentType)
    if (validate === undefined) return [`status ${status} with ${contentType || 'no content type'} is not documented`]
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`)
  }

  #validator(method: string, path: string, status: number, contentType: string): ValidateFunction | undefined {
    const described = this.#document.paths[path]?.[method]?.responses[String(status)]
    const name = described?.$ref?.replace('#/components/responses/', '')
    const response = name === undefined ? described : this.#document.components.responses[name]
    const media = Object.keys(response?.content ?? {}).find((type) => typeOf(type) === typeOf(contentType))
    if (media === undefined) return undefined
    const place =
      name === undefined ? ['paths', path, method, 'responses', String(status)] : ['components', 'responses', name]
    return this.#ajv.getSchema(`api#/${[...place, 'content', media, 'schema'].map(pointerText).join('/')}`)
  }
}
