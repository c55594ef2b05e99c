import { RemovalPolicy } from 'aws-cdk-lib'

/**
 * The removal policy of data. Data stays when the stack is deleted, and when an update would replace it. A first deployment that
 * fails removes what it created, so that the next one starts from nothing.
 */
export const removalPolicyOf = (removeData: boolean): RemovalPolicy =>
  removeData ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
