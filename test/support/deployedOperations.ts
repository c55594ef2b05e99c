import { tableVariable } from '../../shared/contract/environmentNames.ts'
import type { TableName } from '../../shared/contract/resources.ts'
import type { Deployment } from '../local/runner/deployment.ts'
import type { LocalApi } from '../local/runner/localApi.ts'
import type { TestRequest } from './httpEvent.ts'
import { type Answer, operationNamed } from './operationCaller.ts'
import { targetOf } from './targetOf.ts'

/** The deployed name of a table, as the functions that use it know it. */
export const physicalName = ({ functions }: Deployment, table: TableName): string => {
  const variable = tableVariable(table)
  const name = functions.map(({ environment }) => environment[variable]).find((value) => value !== undefined)
  if (name === undefined) throw new Error(`no function knows the table ${table}`)
  return name
}

const bodyOf = ({ body }: TestRequest): string | Uint8Array<ArrayBuffer> | undefined => {
  if (body === undefined || typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

/** Calls an operation over HTTP, as its clients do; the answer has its text beside its body. */
export const callDeployed = async (
  { api, token }: Pick<LocalApi, 'api' | 'token'>,
  id: string,
  request: TestRequest,
): Promise<Answer & { readonly text: string }> => {
  const operation = operationNamed(id)
  const { recipient = 'alice', groups } = request
  const body = bodyOf(request)
  const response = await fetch(`${api}${targetOf(operation.path, request)}`, {
    method: operation.method,
    headers: {
      ...(operation.auth !== 'none' && { authorization: `Bearer ${await token(recipient, groups && { groups })}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body }),
  })
  const [headers, text] = [Object.fromEntries(response.headers), await response.text()]
  const isJson = /json$/.test(headers['content-type'] ?? '')
  return { status: response.status, headers, body: isJson ? JSON.parse(text) : text, text }
}
