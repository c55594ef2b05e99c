import { CloudFormationClient } from '@aws-sdk/client-cloudformation'

let client: CloudFormationClient | undefined

/**
 * The environment of the AWS CLI with the account and region that the SDK has found, so that both parts of a command
 * act as the same. The SDK renews credentials that expire.
 */
export const awsEnvironment = async (): Promise<NodeJS.ProcessEnv> => {
  client ??= new CloudFormationClient()
  const [{ accessKeyId, secretAccessKey, sessionToken }, region] = await Promise.all([
    client.config.credentials(),
    client.config.region(),
  ])
  const { AWS_PROFILE: _profile, AWS_SESSION_TOKEN: _token, ...others } = process.env
  return {
    ...others,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_PAGER: '',
  }
}
