import { randomUUID } from 'node:crypto'
import type { EngineHandler, EngineRequest, EngineResponse } from '../aws/engineHandler.ts'

type Members = Readonly<Record<string, unknown>>

/** An error as a service of the JSON protocol answers it; `code` is the exception's name. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  readonly status: number
  /** See `EngineResponse`. */
  readonly notImitated: string | undefined

  constructor(code: string, message: string, status = 400, notImitated?: string) {
    super(message)
    this.code = code
    this.status = status
    this.notImitated = notImitated
  }
}

/** A call's input, whose members are read with a check of their type. */
export interface Input {
  readonly authorize: EngineRequest['authorize']
  readonly accessKeyId: string
  /** The address at which the caller found the service. */
  readonly origin: string
  text(name: string): string | undefined
  requiredText(name: string): string
  texts(name: string): readonly string[]
  integer(name: string): number | undefined
  flag(name: string): boolean
  /** A map of strings, such as an encryption context. */
  textMap(name: string): Readonly<Record<string, string>>
  bytes(name: string): Buffer
  /** Any value, which the operation checks itself. */
  value(name: string): unknown
  /** The same caller's input of other members, as an entry of a batch has them. */
  of(members: Members): Input
}

export interface JsonOperation {
  /** Every member that the imitation supports; any other one is refused. */
  readonly members: readonly string[]
  run(input: Input): Members | Promise<Members>
}

const invalid = (name: string) =>
  new ServiceError('ValidationException', `Value at '${name}' failed to satisfy constraint`)

const isText = (value: unknown) => typeof value === 'string'

type Call = Pick<Input, 'authorize' | 'accessKeyId' | 'origin'>

const inputFrom = (members: Members, call: Call): Input => {
  const read = <T>(name: string, fits: (value: unknown) => boolean): T | undefined => {
    const value = members[name]
    if (value === undefined || value === null) return undefined
    if (!fits(value)) throw invalid(name)
    return value as T
  }
  const text = (name: string) => read<string>(name, isText)
  const requiredText = (name: string) => {
    const value = text(name)
    if (value === undefined || value === '') throw invalid(name)
    return value
  }
  return {
    ...call,
    text,
    requiredText,
    texts: (name) => read(name, (value) => Array.isArray(value) && value.every(isText)) ?? [],
    integer: (name) => read(name, Number.isInteger),
    flag: (name) => read(name, (value) => typeof value === 'boolean') ?? false,
    textMap: (name) =>
      read(name, (value) => typeof value === 'object' && Object.values(value ?? {}).every(isText)) ?? {},
    bytes: (name) => Buffer.from(requiredText(name), 'base64'),
    value: (name) => members[name] ?? undefined,
    of: (others) => inputFrom(others, call),
  }
}

const membersOf = (body: Buffer): Members => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8') || '{}')
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Members
  } catch {
    // A text that is not JSON gets the same answer as JSON that is not an object.
  }
  throw new ServiceError('SerializationException', 'The request body is not a JSON object')
}

const response = (version: string, status: number, members: Members): EngineResponse => ({
  status,
  headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amzn-requestid': randomUUID() },
  body: JSON.stringify(members),
})

/**
 * A service of AWS's JSON protocol: the header `x-amz-target` is `<target>.<operation>`.
 *
 * https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html
 */
export const jsonService = (
  target: string,
  operations: Readonly<Record<string, JsonOperation>>,
  version: '1.0' | '1.1' = '1.1',
): EngineHandler => {
  const answer = async ({ url, headers, body, accessKeyId, authorize }: EngineRequest): Promise<EngineResponse> => {
    if (accessKeyId === undefined) {
      throw new ServiceError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403)
    }
    const [service, name = ''] = (headers['x-amz-target'] ?? '').split('.')
    const operation = service === target && Object.hasOwn(operations, name) ? operations[name] : undefined
    if (operation === undefined) {
      throw new ServiceError(
        'UnknownOperationException',
        `${target}.${name} is not imitated by the local API`,
        400,
        name,
      )
    }
    const members = membersOf(body)
    const unknown = Object.keys(members).find((member) => !operation.members.includes(member))
    if (unknown !== undefined) {
      throw new ServiceError(
        'ValidationException',
        `${name}: the local API does not imitate the member ${unknown}`,
        400,
        `with ${unknown}`,
      )
    }
    return response(
      version,
      200,
      await operation.run(inputFrom(members, { authorize, accessKeyId, origin: url.origin })),
    )
  }
  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const { notImitated, status, code, message } = error
      return { ...response(version, status, { __type: code, message }), notImitated }
    }
  }
}
