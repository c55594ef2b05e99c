/** The query of the next page, `?…`, from the `Link` header of a list's answer; undefined after the last page. */
export const nextQuery = (link: string | null | undefined): string | undefined =>
  /^<(\?[^>]*)>; rel="next"$/.exec(link ?? '')?.[1]

/** The same as parameters; none after the last page. */
export const nextParameters = (link: string | undefined): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(nextQuery(link)))
