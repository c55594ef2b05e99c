import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameSizes } from '../../webSocket/frameSizes.ts'

/** A client's frame (RFC 6455, section 5.2). */
const framed = (size: number): Buffer => {
  const length =
    size < 126
      ? Buffer.from([0x80 | size])
      : size < 65_536
        ? Buffer.from([0x80 | 126, size >> 8, size & 0xff])
        : Buffer.concat([Buffer.from([0x80 | 127, 0, 0, 0, 0]), Buffer.from(Uint32Array.of(size).buffer).swap32()])
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), Buffer.alloc(size)])
}

test('every frame is measured, however its bytes arrive', () => {
  const sizes = fc.array(fc.oneof(fc.nat(300), fc.constantFrom(0, 125, 126, 127, 65_535, 65_536)), { maxLength: 6 })
  fc.assert(
    fc.property(sizes, fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1 }), (frames, cuts) => {
      const stream = Buffer.concat(frames.map(framed))
      const measured: number[] = []
      const watch = frameSizes((bytes) => measured.push(bytes))

      for (let at = 0, chunk = 0; at < stream.length; chunk++) {
        const length = cuts[chunk % cuts.length] ?? 1
        watch(stream.subarray(at, at + length))
        at += length
      }

      expect(measured).toEqual(frames)
    }),
    { numRuns: 100 },
  )
})
