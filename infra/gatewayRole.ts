import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/**
 * The role with which an API may invoke exactly these functions. It replaces a resource policy for each function, which
 * would be one more resource for each operation. Each nested stack has its own, because a role's inline policies have
 * room for some ninety ARNs (10,240 characters).
 */
export const addGatewayRole = (scope: Construct, functions: readonly LambdaFunction[]): Role =>
  new Role(scope, 'GatewayRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: {
      invoke: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:InvokeFunction'],
            resources: functions.map(({ functionArn }) => functionArn),
          }),
        ],
      }),
    },
  })
