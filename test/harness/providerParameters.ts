import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Deployment } from './deployment.ts'

/** The variable that tells functions below which prefix their parameters are. */
const prefixVariable = 'PARAMETER_PREFIX'

/** The credentials that the stand-ins accept, put where a deployer would put those of the real providers. */
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
