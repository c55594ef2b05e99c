import fc from 'fast-check'
import type { Choice } from './area.ts'

export const choices: fc.Arbitrary<Choice> = fc.record({
  of: fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'other' as const, 'nobody' as const),
  index: fc.nat(9),
})

export const labels = fc.constantFrom('red', 'green', 'blue')

export const amounts = fc.record({ major: fc.nat(50), minor: fc.nat(99), currency: fc.constantFrom('EUR', 'USD') })

/** Free-form objects, which have to come back as they were. */
export const freeObjects = fc.dictionary(
  fc.constantFrom('a', 'b', 'gateway', 'ключ'),
  fc.oneof(fc.constantFrom(null, true, 0, 1.5, 1e126, '', '𝒳'), fc.array(fc.nat(9), { maxLength: 2 })),
  { maxKeys: 3 },
)
