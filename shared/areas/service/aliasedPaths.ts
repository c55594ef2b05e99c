import { pathNames } from '../../runtime/pathNames.ts'

/** A path of the messenger under its second name, by the setting `messengerAlias`; undefined for any other path. */
export const aliasedPath = (path: string, alias: string): string | undefined => {
  const own = `/${pathNames.messenger}/`
  return path.startsWith(own) ? `/${alias}/${path.slice(own.length)}` : undefined
}

type PathItem = Readonly<Record<string, { readonly operationId: string }>>

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
}

const aliasedItem = (item: PathItem): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      { ...operation, operationId: `${operation.operationId}Alias` },
    ]),
  )

/** An OpenAPI document that also describes the messenger's paths under the second name, with operation ids of their own. */
export const withAliasedPaths = <Described extends Document>(document: Described, alias: string): Described => {
  const aliased = Object.entries(document.paths).flatMap(([path, item]) => {
    const other = aliasedPath(path, alias)
    return other === undefined ? [] : [[other, aliasedItem(item)] as const]
  })
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(aliased) } }
}
