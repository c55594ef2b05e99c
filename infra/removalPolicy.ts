import { RemovalPolicy } from 'aws-cdk-lib'

/**
 * What becomes of data with its stack. It stays when the stack is deleted, and when an update would replace it; a first deployment that
 * fails takes along what it had created, so that the next one begins from nothing.
 */
export const removalPolicyOf = (removeData: boolean): RemovalPolicy =>
  removeData ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
