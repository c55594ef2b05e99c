import { expect, test } from 'vitest'
import { routeThrottle } from '../../gateway/throttle.ts'

test('lets a burst pass, then the rate', () => {
  // Prepare
  let now = 0
  const mayPass = routeThrottle({ throttle: { burst: 3, ratePerSecond: 2 }, routeThrottles: {} }, () => now)
  const passing = (milliseconds: number) => {
    now += milliseconds
    return mayPass('GET /a')
  }

  // Act
  const burst = [passing(0), passing(0), passing(0), passing(0)]
  const refilled = [passing(499), passing(1), passing(0), passing(500)]
  const full = [passing(60_000), passing(0), passing(0), passing(0)]

  // Assess
  expect(burst).toEqual([true, true, true, false])
  expect(refilled).toEqual([false, true, false, true])
  expect(full).toEqual([true, true, true, false])
})

test('counts each route by itself, with its own setting before the default of the stage', () => {
  const mayPass = routeThrottle(
    { throttle: { burst: 1, ratePerSecond: 1 }, routeThrottles: { 'POST /b': { burst: 2, ratePerSecond: 1 } } },
    () => 0,
  )
  expect(['GET /a', 'GET /a', 'GET /c', 'POST /b', 'POST /b', 'POST /b'].map(mayPass)).toEqual([
    true,
    false,
    true,
    true,
    true,
    false,
  ])
})

test('does not mind a clock that is set back', () => {
  let now = 10_000
  const mayPass = routeThrottle({ throttle: { burst: 1, ratePerSecond: 1 }, routeThrottles: {} }, () => now)
  mayPass('GET /a')
  now = 0
  expect(mayPass('GET /a')).toBe(false)
  now = 1000
  expect(mayPass('GET /a')).toBe(true)
})
