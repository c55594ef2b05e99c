import { expect, test } from 'vitest'
import { functionEnvironment } from '../../lambda/environment.ts'
import { heapArguments } from '../../lambda/heapArguments.ts'
import { functionResource } from './testFunction.ts'

const options = {
  resource: functionResource({ environment: { TABLE: 'announcers', ISSUER: 'https://issuer.example' } }),
  region: 'eu-central-1',
  endpoints: { DYNAMODB: 'http://127.0.0.1:8000' },
}

test('endpoints become the variables that the SDK reads', () => {
  expect(functionEnvironment(options)).toMatchObject({ AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8000' })
})

test('an override replaces what the function declares and adds nothing', () => {
  const environment = functionEnvironment({
    ...options,
    overrides: { ISSUER: 'http://127.0.0.1:1', PROVIDER_URL: 'x' },
  })

  expect(environment).toMatchObject({ ISSUER: 'http://127.0.0.1:1', TABLE: 'announcers' })
  expect(environment).not.toHaveProperty('PROVIDER_URL')
})

test('a template cannot replace what Lambda reserves', () => {
  const resource = functionResource({ environment: { AWS_REGION: 'mars', AWS_LAMBDA_FUNCTION_NAME: 'mine' } })

  expect(functionEnvironment({ ...options, resource })).toMatchObject({
    AWS_REGION: 'eu-central-1',
    AWS_LAMBDA_FUNCTION_NAME: 'Stack-example',
  })
})

test("the heap has the limits that Lambda derives from the function's memory, unless the function sets one itself", () => {
  const [own, set] = [{}, { NODE_OPTIONS: '--max-old-space-size=100' }].map((environment) =>
    heapArguments(functionResource({ memoryMegabytes: 1024, environment })),
  )

  expect(own).toEqual(['--max-semi-space-size=51', '--max-old-space-size=921'])
  expect(set).toEqual([])
})
