import * as z from 'zod/mini'
import type { FunctionResource } from '../deployment.ts'

const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const File = z.record(z.string(), Values)

/** Function → variable → value; those of `Parameters` apply to every function. */
export type FunctionVariables = Readonly<Record<string, Readonly<Record<string, string>>>>

const allFunctions = 'Parameters'

/**
 * Reads a file of environment variables as SAM's `--env-vars` takes it.
 * https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-sam-cli-using-invoke.html#serverless-sam-cli-using-invoke-environment-file
 *
 * @throws Error when the text is not such a file
 */
export const parseFunctionVariables = (text: string): FunctionVariables => {
  const parsed = File.safeParse(JSON.parse(text))
  if (!parsed.success)
    throw new Error('expected {"<function>": {"<VARIABLE>": "<value>"}}, or "Parameters" for all functions')
  return Object.fromEntries(
    Object.entries(parsed.data).map(([name, values]) => [
      name,
      Object.fromEntries(Object.entries(values).map(([variable, value]) => [variable, String(value)])),
    ]),
  )
}

/** The values for one function, by its construct id or its logical id. */
export const functionVariables = (
  variables: FunctionVariables,
  { id, logicalId }: Pick<FunctionResource, 'id' | 'logicalId'>,
): Readonly<Record<string, string>> => ({ ...variables[allFunctions], ...variables[logicalId], ...variables[id] })

/**
 * Refuses entries without effect: an unknown function, or a variable that the function does not declare.
 *
 * @throws Error that names both
 */
export const verifyFunctionVariables = (variables: FunctionVariables, functions: readonly FunctionResource[]): void => {
  for (const [name, values] of Object.entries(variables)) {
    const meant = functions.filter(({ id, logicalId }) => name === allFunctions || name === id || name === logicalId)
    if (meant.length === 0) throw new Error(`there is no function '${name}'`)
    const unknown = Object.keys(values).find((variable) => meant.every(({ environment }) => !(variable in environment)))
    if (unknown !== undefined) throw new Error(`${name}: no variable ${unknown} is declared in the template`)
  }
}
