import { expect, test } from 'vitest'
import { PartBuffer } from '../../../../shared/mechanisms/jobs/partBuffer.ts'

test('a buffer is full at five megabytes, and an overflow is an error', () => {
  const part = new PartBuffer()
  const megabyte = 'x'.repeat(1024 * 1024)

  part.fill(Buffer.from(megabyte.repeat(5).slice(1)))
  const before = part.isFull
  part.write('é')

  expect([before, part.isFull, part.length]).toEqual([false, true, 5 * 1024 * 1024 + 1])
  expect(part.content.subarray(-2).toString()).toBe('é')
  part.write(megabyte.repeat(8).slice(1))
  expect(() => part.write('x')).toThrow('a part outgrew its buffer')
  part.clear()
  expect([part.length, part.content.length, part.isFull]).toEqual([0, 0, false])
})
