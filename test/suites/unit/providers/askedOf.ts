import type { Sandbox } from '../../../local/sandbox/sandbox.ts'

/** What providers are asked meanwhile, with the headers that say by whom and in which form. */
export const askedOf = async ({ log }: Sandbox, act: () => Promise<unknown>) => {
  const before = log.length
  await act()
  return log.slice(before).map(({ method, path, query, headers, body }) => ({
    asked: `${method} ${path}${query.size > 0 ? `?${query}` : ''}`,
    authorization: headers['authorization'],
    contentType: headers['content-type'],
    body: headers['content-type'] === 'application/json' ? JSON.parse(body) : body || undefined,
  }))
}
