import { expect, test } from 'vitest'
import { exampleEvent } from '../../local/runner/cli/exampleEvent.ts'
import { readOperations } from '../../local/runner/cli/openApiDocument.ts'

const operations = readOperations('shared/areas/service/openapi.json')

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'generate-event makes an event of %s',
  async (_id, operation) => {
    const event = await exampleEvent({ operation, recipient: 'alice' })

    expect(event).toMatchObject({ version: '2.0', routeKey: `${operation.method} ${operation.path}` })
    expect(JSON.stringify(event['body'] ?? '')).toBe(
      JSON.stringify(operation.body === undefined ? '' : JSON.stringify(operation.body)),
    )
  },
)
