import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { expect, test } from 'vitest'
import { addGatewayRole } from '../../../infra/gatewayRole.ts'
import { bareStack, synthesized } from './bareStack.ts'

test('an API’s role is API Gateway’s, and may invoke these functions and do nothing else', () => {
  const stack = bareStack()
  const functions = ['arn:first', 'arn:second'].map((functionArn) => ({ functionArn }) as LambdaFunction)
  addGatewayRole(stack, 'ApiRole', functions)

  const Version = '2012-10-17'
  expect(synthesized(stack).one('AWS::IAM::Role', 'ApiRole').Properties).toEqual({
    AssumeRolePolicyDocument: {
      Statement: [{ Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } }],
      Version,
    },
    Policies: [
      {
        PolicyName: 'invoke',
        PolicyDocument: {
          Statement: [{ Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: ['arn:first', 'arn:second'] }],
          Version,
        },
      },
    ],
  })
})
