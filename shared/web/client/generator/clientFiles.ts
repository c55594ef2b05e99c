import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string }[]
}

/** The members of an OpenAPI document that the generator reads. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The members of an AsyncAPI document that the generator reads. */
interface EventsDocument {
  readonly info: object
  readonly components: { readonly schemas: object }
}

const source = '// Written by "npm run openapi" from the documents of the interface.\n'

/** A request may leave out members with a default, which the generator by itself takes for members of an answer. */
const options = {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  immutable: true,
  defaultNonNullable: false,
}

const typesOf = async (document: object): Promise<string> => {
  // The generator changes the document that it reads.
  const copy = structuredClone(document) as OpenAPI3
  return source + astToString(await openapiTS(copy, options))
}

const takesKey = ({ parameters = [] }: Operation): boolean =>
  parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')

/** The paths of commands that ignore an `Idempotency-Key`, as a set that exists at run time. */
const unrepeatablePaths = ({ paths }: ApiDocument): string => {
  const listed = Object.entries(paths)
    .flatMap(([path, item]) => {
      const { post, put } = item as { readonly post?: Operation; readonly put?: Operation }
      return [post, put].some((command) => command !== undefined && !takesKey(command)) ? [path] : []
    })
    .toSorted()
  return `${source}export const unrepeatablePaths: readonly string[] = ${JSON.stringify(listed, null, 2)}\n`
}

/** The roles of `x-least-role`, the highest one first. */
const roles = ['owner', 'editor', 'moderator']

/** The least roles of the paths that members may call: the highest one where a path has several operations. */
const leastRoles = ({ paths }: ApiDocument): string => {
  const granted = Object.entries(paths).flatMap(([path, item]) => {
    const own = (Object.values(item) as readonly { readonly 'x-least-role'?: string }[]).map(
      ({ 'x-least-role': role = 'owner' }) => role,
    )
    const role = roles.find((each) => own.includes(each))
    return role === 'owner' ? [] : [[path, role]]
  })
  const listed = Object.fromEntries(granted.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)))
  return `${source}export const leastRoles: Readonly<Record<string, 'moderator' | 'editor'>> = ${JSON.stringify(listed, null, 2)}\n`
}

/** The generated files of the client, by their names: types of the API and of its WebSocket messages. */
export const clientFiles = async (api: object, events: object): Promise<Readonly<Record<string, string>>> => {
  const {
    info,
    components: { schemas },
  } = events as EventsDocument
  return {
    'api.ts': await typesOf(api),
    'events.ts': await typesOf({ openapi: '3.1.1', info, paths: {}, components: { schemas } }),
    'leastRoles.ts': leastRoles(api as ApiDocument),
    'unrepeatablePaths.ts': unrepeatablePaths(api as ApiDocument),
  }
}
