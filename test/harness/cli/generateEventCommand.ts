import { parseArgs } from 'node:util'
import { exampleEvent } from './exampleEvent.ts'
import { type DocumentedOperation, readOperations } from './openApiDocument.ts'
import { parsed } from './startOptions.ts'
import type { Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

/** Whom events and the first token are for, unless somebody else is named. */
export const demoRecipient = 'demo'

const flags = { recipient: { type: 'string', default: demoRecipient } } as const

/** Prints an event with which `invoke` can run the operation: its documented example as the gateway would hand it over. */
export const generateEventCommand = async (args: readonly string[], { openApiFile }: Toolchain): Promise<number> => {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: true }),
  )
  if (openApiFile === undefined) throw new UsageError('generate-event: this project names no OpenAPI document')
  const operation = operationNamed(positionals, readOperations(openApiFile))
  const event = await exampleEvent({ operation, recipient: values.recipient })
  process.stdout.write(`${JSON.stringify(event, null, 2)}\n`)
  return 0
}

const operationNamed = (
  positionals: readonly string[],
  operations: readonly DocumentedOperation[],
): DocumentedOperation => {
  const [id] = positionals
  if (id === undefined || positionals.length > 1) throw new UsageError('generate-event: expected one operation id')
  const found = operations.find(({ operationId }) => operationId === id)
  if (found !== undefined) return found
  const known = operations.map(({ operationId }) => operationId).join(', ')
  throw new UsageError(`generate-event: no operation '${id}'; known: ${known}`)
}
