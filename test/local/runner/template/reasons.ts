/**
 * Words for a person about a part of a template that is not imitated, by the resource type, or by the type and a property. What is not here is refused by
 * its name alone.
 */
const reasons: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function.Code.ZipFile': 'inline code has to move to a file, for Code.fromAsset',
  'AWS::Lambda::Function.Code.ImageUri': 'there are no container images here',
  'AWS::Lambda::Function.PackageType': 'there are no container images here',
  'AWS::Lambda::Function.Runtime': 'functions run on Node.js only',
  'AWS::Lambda::Function.Layers': 'bundle the content of layers into the function’s asset',
  'AWS::Lambda::Function.VpcConfig': 'there are no private networks here',
  'AWS::Lambda::Function.FileSystemConfigs': 'there are no shared file systems here',
  'AWS::IAM::Role.ManagedPolicyArns': 'give the role a policy with the actions that its function needs',
  'AWS::ApiGateway::ApiKey': 'there are no API keys here',
  'AWS::ApiGateway::UsagePlan': 'there are no API keys here',
  'AWS::ApiGateway::UsagePlanKey': 'there are no API keys here',
  'AWS::ApiGateway::Authorizer.Type': 'of a REST API, only functions judge callers here',
  'AWS::ApiGateway::Method.ApiKeyRequired': 'there are no API keys here',
  'AWS::ApiGateway::Method.Integration.Type': 'a method calls a function, or is answered by constants',
  'AWS::ApiGateway::RequestValidator': 'only functions check requests here',
  'AWS::ApiGateway::RestApi.Body': 'only methods of the app itself are served',
  'AWS::SQS::Queue.FifoQueue': 'queues keep no order here',
  'AWS::Lambda::LayerVersion': 'bundle the content of layers into the functions’ assets',
  'AWS::Lambda::Url': 'put a route of an HTTP API in front of the function',
  'AWS::Lambda::Alias': 'only the present code runs',
  'AWS::Lambda::Version': 'only the present code runs',
  'AWS::StepFunctions::StateMachine': 'Step Functions run nothing here; `invoke` runs one function',
  'AWS::Events::EventBus': 'of EventBridge only schedules run',
  'AWS::Events::Rule.EventPattern': 'of EventBridge only schedules run',
  'AWS::Cognito::UserPool': 'the development issuer calls no function',
  'AWS::KMS::Key': 'roles alone decide who encrypts here',
  'AWS::S3::BucketPolicy': 'roles alone decide who reads here',
  'AWS::SQS::QueuePolicy': 'roles alone decide who sends here',
  'AWS::SNS::Subscription': 'SNS delivers to no function and no queue here',
  'AWS::CloudFormation::CustomResource': 'the function of a custom resource runs at a deployment only',
  'Custom::AWS': 'it is a call of AWS at a deployment',
  'Custom::CDKBucketDeployment': 'no files are copied into a bucket',
  'Custom::S3BucketNotifications': 'a bucket notifies nobody here',
}

/** The words after the name of a refused part: empty, or a colon and the reason. */
export const reasonOf = (type: string, path: readonly PropertyKey[] = []): string => {
  const names = path.filter((part) => typeof part === 'string')
  const fallback = type.startsWith('Custom::') ? reasons['AWS::CloudFormation::CustomResource'] : undefined
  const reason = reasons[[type, ...names].join('.')] ?? (names.length === 0 ? fallback : undefined)
  return reason === undefined ? '' : `: ${reason}`
}
