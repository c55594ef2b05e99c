import type { Deployment } from '../runner/deployment.ts'
import type { Sandbox } from './sandbox.ts'

/** The variable that holds the prefix of a function's parameters. */
const prefixVariable = 'PARAMETER_PREFIX'

/** The credentials that the stand-ins accept, under the names where a deployer stores those of the real providers. */
export const sandboxParameters =
  ({ parameters }: Pick<Sandbox, 'parameters'>) =>
  ({ functions }: Deployment): Readonly<Record<string, string>> => {
    const prefixes = new Set(functions.flatMap(({ environment }) => environment[prefixVariable] ?? []))
    return Object.fromEntries(
      [...prefixes].flatMap((prefix) =>
        Object.entries(parameters).map(([path, value]) => [`${prefix}/${path}`, value]),
      ),
    )
  }
