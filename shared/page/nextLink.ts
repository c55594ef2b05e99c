import { textFromLabels } from './labels.ts'

/** The link is a query without a path, so that it is correct below any base path (RFC 3986, 5.2). */
export const nextLink = (query: Readonly<Record<string, unknown>>, cursor: string): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, Array.isArray(value) ? textFromLabels(value) : String(value))
  search.set('cursor', cursor)
  return `<?${search}>; rel="next"`
}
