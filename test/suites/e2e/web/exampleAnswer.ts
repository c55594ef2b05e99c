import reference from '../../../../shared/areas/service/openapi.json' with { type: 'json' }

interface Answers {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly examples?: Examples }>> }>
  >
}
type Examples = Readonly<Record<string, { readonly value: object }>>
const paths = reference.paths as unknown as Readonly<Record<string, { readonly get?: Answers }>>

/** The paths with a parameter that views read. */
const templateOf = (path: string): string => {
  if (path.endsWith('/trace')) return '/payments/{id}/trace'
  if (path.endsWith('/messages')) return '/endpoints/{id}/messages'
  return path.startsWith('/messenger/announcers/') ? '/messenger/announcers/{id}' : path
}

/** The example of the reference for a path, in which each list has an item. */
export const exampleAnswer = (path: string, change = (_key: string, value: unknown) => value): unknown => {
  const operation = paths[templateOf(path)]?.get
  const examples = operation?.responses['200']?.content?.['application/json']?.examples ?? {}
  const full = Object.values(examples).find(({ value }) => !('empty' in value && value.empty))
  return full && JSON.parse(JSON.stringify(full.value), change)
}
