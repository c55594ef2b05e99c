const failureOf = async (response: Response): Promise<Error> =>
  new Error((await response.text()) || `answered ${response.status}`)

/** What the page's own server answers. */
export const read = async <T>(path: string): Promise<T> => {
  const response = await fetch(`/_local/${path}`)
  if (!response.ok) throw await failureOf(response)
  return (await response.json()) as T
}

const send = async (path: string, values: Readonly<Record<string, string>>): Promise<Response> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`/_local/${path}`, { method: 'POST', headers, body: JSON.stringify(values) })
  if (!response.ok) throw await failureOf(response)
  return response
}

export const ask = async <T>(path: string, values: Readonly<Record<string, string>> = {}): Promise<T> =>
  (await send(path, values)).json() as Promise<T>

/** Gives the lines of a running command as they come. */
export async function* linesOf(path: string, values: Readonly<Record<string, string>>): AsyncGenerator<string> {
  const { body } = await send(path, values)
  if (body === null) return
  let rest = ''
  for (const reader = body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
    const { done, value = '' } = await reader.read()
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const { line, error } = JSON.parse(text) as { readonly line?: string; readonly error?: string }
      if (error !== undefined) throw new Error(error)
      if (line !== undefined) yield line
    }
    if (done) return
  }
}
