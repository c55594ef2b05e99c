import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Components } from '../../../../../../infra/documents/openapi/components.ts'
import { jsonSchema } from '../../../../../../infra/documents/openapi/jsonSchemas.ts'

test('a recursive schema needs a name', () => {
  const Nameless: z.ZodMiniType = z.object({
    get children() {
      return z.array(Nameless)
    },
  })

  expect(() => jsonSchema(Nameless, 'input', new Components())).toThrow(
    'a recursive schema needs a name: register it with an id',
  )
})
