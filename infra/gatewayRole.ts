import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/**
 * The role with which an API may invoke exactly these functions. It replaces a resource policy for each function, which
 * would be one more resource for each operation. A role's inline policy has room for some ninety ARNs (10,240
 * characters).
 */
export const addGatewayRole = (scope: Construct, id: string, functions: readonly LambdaFunction[]): Role =>
  new Role(scope, id, {
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
