interface Placed {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** The path of an operation, filled with a request's parameters, and its query. */
export const targetOf = (path: string, { params = {}, query }: Placed): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query === undefined ? filled : `${filled}?${new URLSearchParams(query)}`
}
