import { orUndefined } from '../orUndefined.ts'

/** A request target taken apart the way an HTTP API does it. */
export interface RequestTarget {
  /** Decoded once and cut at a decoded `?`: what routes are matched against. */
  readonly routedPath: string
  /** Decoded twice: what the function gets as `rawPath`. */
  readonly rawPath: string
  /** Still encoded, without the `?`; empty when there is none. */
  readonly rawQueryString: string
}

/** Decodes percent-encoded text; undefined when it is not well-formed. */
export const decoded = (text: string): string | undefined => orUndefined(() => decodeURIComponent(text))

/** Path and query of a request target, still encoded. */
export const pathAndQuery = (target: string): readonly [path: string, query: string] => {
  const originForm = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const [withoutFragment = ''] = originForm.split('#', 1)
  const mark = withoutFragment.indexOf('?')
  return mark < 0
    ? [withoutFragment || '/', '']
    : [withoutFragment.slice(0, mark) || '/', withoutFragment.slice(mark + 1)]
}

/**
 * Takes a request target apart; undefined when the gateway refuses it with 400.
 *
 * An HTTP API decodes the path twice, matches routes in between, and loses what follows an encoded `?`: `a%2Fb` is two segments,
 * `a%252Fb` is one and arrives as `a/b`, `100%25` is refused. Captured on AWS:
 * https://github.com/hotsock/voker/blob/main/vokerhttp/testdata/ingress-paths.json
 */
export const requestTargetFrom = (target: string): RequestTarget | undefined => {
  const [path, rawQueryString] = pathAndQuery(target)
  if (!path.startsWith('/')) return undefined
  const [routedPath] = decoded(path)?.split('?', 1) ?? []
  if (routedPath === undefined) return undefined
  const rawPath = decoded(routedPath)
  return rawPath === undefined ? undefined : { routedPath, rawPath, rawQueryString }
}

/** Query parameters in the order sent, decoded; undefined when one is not well-formed. */
export const queryPairsFrom = (rawQueryString: string): readonly (readonly [string, string])[] | undefined => {
  const pairs: [string, string][] = []
  for (const pair of rawQueryString.split('&').filter((text) => text !== '')) {
    const [rawName = '', ...rest] = pair.split('=')
    const name = decoded(rawName.replaceAll('+', ' '))
    const value = decoded(rest.join('=').replaceAll('+', ' '))
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs
}

/** The same by their names, repeated ones joined with commas. */
export const queryParametersFrom = (rawQueryString: string): Readonly<Record<string, string>> | undefined => {
  const pairs = queryPairsFrom(rawQueryString)
  return pairs && Object.fromEntries(joined(pairs))
}

/** The values by their names, repeated ones joined with commas. */
export const joined = (pairs: readonly (readonly [string, string])[]): Map<string, string> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before},${value}`)
  }
  return values
}
