import { expect, test } from 'vitest'
import { OperationFunction, type OperationFunctionProps } from '../../../infra/operationFunction.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { bareStack, surroundingsOf, synthesized } from './bareStack.ts'

const around: OperationFunctionProps = { ...surroundingsOf('addNews'), recipientClaim: 'sub' }

const lambdaOf = (operation: Partial<Operation>, props: Partial<OperationFunctionProps> = {}) => {
  const stack = bareStack()
  const definition = { id: 'addNews', area: 'news', method: 'GET', auth: 'recipient', access: {}, ...operation }
  new OperationFunction(stack, definition as unknown as Operation, { ...around, ...props })
  const { all } = synthesized(stack)
  const [lambda, another] = all('AWS::Lambda::Function')
  expect(another).toBeUndefined()
  return lambda?.Properties ?? {}
}
const variablesOf = (...[operation, props]: Parameters<typeof lambdaOf>) => {
  const { MALLOC_ARENA_MAX: _of_all, ...own } = Object(lambdaOf(operation, props)['Environment']).Variables
  return own
}

test('a function has what its operation says', () => {
  const operation = {
    access: { payments: ['GetItem'] },
    providers: ['yookassa'],
    publicUrl: true,
    timeoutSeconds: 25,
    memoryMb: 768,
  } as const

  const lambda = lambdaOf(operation)

  expect(lambda).toMatchObject({ Timeout: 25, MemorySize: 768 })
  expect(lambda).not.toHaveProperty('ReservedConcurrentExecutions')
  expect(variablesOf(operation)).toEqual({
    PAYMENTS_TABLE: 'Payments',
    PARAMETER_PREFIX: '/service',
    YOOKASSA_API_URL: 'https://api.yookassa.ru/v3',
    PUBLIC_URL: 'https://api.example.com',
  })
})

test('the claim of another issuer is known to those that read it', () => {
  expect(variablesOf({}, { recipientClaim: 'streamer' })).toEqual({ RECIPIENT_CLAIM: 'streamer' })
  expect(variablesOf({ auth: 'none' }, { recipientClaim: 'streamer' })).toEqual({})
  expect(variablesOf({})).toEqual({})
})

test('the address of connections is known to those that answer with it', () => {
  expect(variablesOf({ webSocketUrl: true })).toEqual({ WEBSOCKET_URL: 'wss://live' })
})

test('invocations are reserved for webhooks alone', () => {
  const props = { webhookConcurrency: 20 }

  expect(lambdaOf({ rawBody: true }, props)['ReservedConcurrentExecutions']).toBe(20)
  expect(lambdaOf({}, props)).not.toHaveProperty('ReservedConcurrentExecutions')
})
