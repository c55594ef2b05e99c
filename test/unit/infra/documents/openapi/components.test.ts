import { expect, test } from 'vitest'
import { Components } from '../../../../../infra/documents/openapi/components.ts'

test('components are kept by section and name, and answered with a reference', () => {
  const components = new Components()

  const references = [
    components.add('schemas', 'Money', { type: 'object' }),
    components.add('schemas', 'Action', { type: 'string' }),
    components.add('schemas', 'Price', { type: 'number' }),
    components.add('responses', 'Money', { description: 'another section' }),
  ]

  expect(references).toEqual([
    { $ref: '#/components/schemas/Money' },
    { $ref: '#/components/schemas/Action' },
    { $ref: '#/components/schemas/Price' },
    { $ref: '#/components/responses/Money' },
  ])
  expect(Object.entries(components.section('schemas'))).toEqual([
    ['Action', { type: 'string' }],
    ['Money', { type: 'object' }],
    ['Price', { type: 'number' }],
  ])
  expect(components.section('responses')).toEqual({ Money: { description: 'another section' } })
})

test('a component may be added again, but not in another shape', () => {
  const components = new Components()
  components.add('schemas', 'Money', { type: 'object' })

  expect(components.add('schemas', 'Money', { type: 'object' })).toEqual({ $ref: '#/components/schemas/Money' })
  expect(() => components.add('schemas', 'Money', { type: 'string' })).toThrow(
    'schemas Money has two shapes: one schema cannot serve requests and answers if it has defaults',
  )
})
