import { expect, test, vi } from 'vitest'
import {
  getUserAgentMiddlewareOptions,
  getUserAgentPlugin,
  userAgentMiddleware,
} from '../../../../../../infra/bundling/bundle/userAgent.ts'

test('requests name SDK and Node, in the characters that a header may have', async () => {
  const config = {
    defaultUserAgentProvider: async () => [['aws-sdk-js', '3.1.0'], ['md (nodejs)', '24 é'], ['exec-env']] as const,
  }
  const next = vi.fn(async () => 'answer')
  const args = { request: { headers: { host: 'kms' } as Record<string, string> } }

  expect(await userAgentMiddleware(config)(next)(args)).toBe('answer')

  expect(next).toHaveBeenCalledWith(args)
  expect(args.request.headers).toEqual({ host: 'kms', 'user-agent': 'aws-sdk-js/3.1.0 md--nodejs-/24-- exec-env' })
})

test("it takes the place of the SDK's own", async () => {
  const stack = { add: vi.fn() }
  getUserAgentPlugin({ defaultUserAgentProvider: async () => [['sdk']] }).applyToStack(stack)
  const [middleware, options] = stack.add.mock.calls[0] ?? []
  const headers = {}

  await middleware(async () => 'answer')({ request: { headers } })

  expect(headers).toEqual({ 'user-agent': 'sdk' })
  expect(options).toBe(getUserAgentMiddlewareOptions)
  expect(options).toEqual({
    name: 'getUserAgentMiddleware',
    step: 'build',
    priority: 'low',
    tags: ['SET_USER_AGENT', 'USER_AGENT'],
    override: true,
  })
})
