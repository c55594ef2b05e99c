import { expect, test, vi } from 'vitest'
import { cached } from '../../../shared/runtime/cached.ts'

test('a value is read once for each key, also by callers at the same time', async () => {
  const read = vi.fn(async (key: string) => `value of ${key}`)
  const find = cached(1000, read)

  const found = await Promise.all([find('a'), find('b'), find('a')])

  expect([...found, await find('a')]).toEqual(['value of a', 'value of b', 'value of a', 'value of a'])
  expect(read.mock.calls).toEqual([['a'], ['b']])
})

test('a value is read again when its time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let count = 0
  const find = cached(1000, async () => ++count)

  const first = await find()
  vi.setSystemTime(Date.now() + 999)
  const second = await find()
  vi.setSystemTime(Date.now() + 1)

  expect([first, second, await find()]).toEqual([1, 1, 2])
})

test('a failed reading is not kept', async () => {
  const read = vi.fn().mockRejectedValueOnce(new Error('unavailable')).mockResolvedValue('value')
  const find = cached(1000, read)

  await expect(find()).rejects.toThrow('unavailable')

  expect(await find()).toBe('value')
})

test('a failure is kept for its own time, which begins when the reading has failed', async () => {
  let now = 0
  const read = vi.fn(async () => {
    now += 5
    throw new Error('unavailable')
  })
  const find = cached(
    1000,
    read,
    () => true,
    () => now,
    10,
  )
  const attemptAt = async (time: number) => {
    now = time
    await expect(find()).rejects.toThrow('unavailable')
    return read.mock.calls.length
  }

  expect([await attemptAt(0), await attemptAt(14), await attemptAt(15)]).toEqual([1, 1, 2])
})

test('a refused value is not kept', async () => {
  const read = vi.fn().mockResolvedValueOnce(undefined).mockResolvedValue('value')
  const find = cached<string | undefined>(1000, read, (value) => value !== undefined)

  expect([await find(), await find(), await find()]).toEqual([undefined, 'value', 'value'])
  expect(read).toHaveBeenCalledTimes(2)
})

test('at most a thousand values are kept, the latest ones, and none whose time is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const read = vi.fn(async (key: string) => key)
  const find = cached(1000, read)
  const readings = async (...keys: readonly string[]) => {
    const before = read.mock.calls.length
    for (const key of keys) await find(key)
    return read.mock.calls.length - before
  }

  const filled = await readings(...Array.from({ length: 1001 }, (_, index) => `${index}`))
  const latest = await readings('1', '1000')
  const oldest = await readings('0')
  vi.setSystemTime(Date.now() + 1000)

  expect([filled, latest, oldest, await readings('1000')]).toEqual([1001, 0, 1, 1])
})
