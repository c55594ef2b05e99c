const always = [
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/**
 * The headers that belong to one connection and are not passed on, in lower case: the fixed ones and those that `Connection` names.
 * https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
export const hopByHopHeaders = (connection: string | undefined): ReadonlySet<string> => {
  const named = (connection ?? '').split(',').map((name) => name.trim().toLowerCase())
  return new Set([...always, ...named])
}
