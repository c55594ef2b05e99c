import type { EngineHandler } from '../aws/engineHandler.ts'
import type { Deployment, ParameterResource } from '../deployment.ts'
import { type Input, type JsonOperation, jsonService, ServiceError } from './jsonProtocol.ts'

export interface SsmOptions extends Pick<Deployment, 'region' | 'accountId'> {
  /** Parameters that the template creates. */
  readonly parameters: readonly ParameterResource[]
  /** Parameters that a deployer puts, by name: SecureStrings, which hide a parameter of the template. */
  readonly overrides: Readonly<Record<string, string>>
}

interface Parameter {
  readonly name: string
  readonly value: string
  readonly type: 'String' | 'SecureString'
}

const pageSize = 10

/** The value of a SecureString that is read without decryption: opaque, and stable for the value. */
const sealed = (value: string) => `sealed:${Buffer.from(value).length}`

const numberFrom = (text: string | undefined): number => {
  const parsed = Number(text ?? 0)
  if (Number.isInteger(parsed) && parsed >= 0) return parsed
  throw new ServiceError('InvalidNextToken', 'The specified token is not valid.')
}

/**
 * Imitates some calls of the Parameter Store: GetParameter, GetParameters and GetParametersByPath.
 *
 * A SecureString is encrypted with the key `aws/ssm`, so its readers need no permission of KMS.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html
 */
export const createSsm = ({ parameters, overrides, region, accountId }: SsmOptions): EngineHandler => {
  const arnPrefix = `arn:aws:ssm:${region}:${accountId}:parameter/`
  const arnOf = (name: string) => `${arnPrefix}${name.replace(/^\//, '')}`
  const startedAt = Date.now() / 1000

  const all = (): readonly Parameter[] => {
    const declared = parameters.filter(({ name }) => !Object.hasOwn(overrides, name))
    return [
      ...declared.map(({ name, value }): Parameter => ({ name, value, type: 'String' })),
      ...Object.entries(overrides).map(([name, value]): Parameter => ({ name, value, type: 'SecureString' })),
    ].sort((left, right) => (left.name < right.name ? -1 : 1))
  }

  /** A caller may name a parameter by its ARN. */
  const find = (given: string) => all().find(({ name }) => name === given || arnOf(name) === given)

  const resourceArn = (given: string) => (given.startsWith('arn:') ? given : arnOf(given))

  const described = ({ name, value, type }: Parameter, input: Input) => ({
    Name: name,
    Type: type,
    Value: type === 'String' || input.flag('WithDecryption') ? value : sealed(value),
    Version: 1,
    LastModifiedDate: startedAt,
    ARN: arnOf(name),
    DataType: 'text',
  })

  const getParameter: JsonOperation = {
    members: ['Name', 'WithDecryption'],
    run(input) {
      const name = input.requiredText('Name')
      input.authorize('ssm:GetParameter', resourceArn(name))
      const parameter = find(name)
      if (parameter === undefined) throw new ServiceError('ParameterNotFound', `Parameter ${name} not found.`)
      return { Parameter: described(parameter, input) }
    },
  }

  const getParameters: JsonOperation = {
    members: ['Names', 'WithDecryption'],
    run(input) {
      const names = input.texts('Names')
      if (names.length < 1 || names.length > pageSize) {
        throw new ServiceError('ValidationException', "Value at 'names' failed to satisfy constraint: 1 to 10 names")
      }
      for (const name of names) input.authorize('ssm:GetParameters', resourceArn(name))
      return {
        Parameters: [...new Set(names)].flatMap((name) => find(name) ?? []).map((each) => described(each, input)),
        InvalidParameters: names.filter((name) => find(name) === undefined),
      }
    },
  }

  const getParametersByPath: JsonOperation = {
    members: ['Path', 'Recursive', 'WithDecryption', 'MaxResults', 'NextToken'],
    run(input) {
      const path = input.requiredText('Path')
      input.authorize('ssm:GetParametersByPath', resourceArn(path))
      const folder = path.endsWith('/') ? path : `${path}/`
      const within = all().filter(
        ({ name }) => name.startsWith(folder) && (input.flag('Recursive') || !name.slice(folder.length).includes('/')),
      )
      const start = numberFrom(input.text('NextToken'))
      const most = input.integer('MaxResults') ?? pageSize
      if (most < 1 || most > pageSize)
        throw new ServiceError('ValidationException', "Value at 'maxResults' failed to satisfy constraint: 1 to 10")
      const end = start + most
      return {
        Parameters: within.slice(start, end).map((each) => described(each, input)),
        ...(end < within.length ? { NextToken: String(end) } : {}),
      }
    },
  }

  return jsonService('AmazonSSM', {
    GetParameter: getParameter,
    GetParameters: getParameters,
    GetParametersByPath: getParametersByPath,
  })
}
