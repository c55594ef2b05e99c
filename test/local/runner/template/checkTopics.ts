import * as z from 'zod/mini'
import { decide } from '../aws/iam.ts'
import type { RoleResource } from '../deployment.ts'
import type { Stacks } from './stacks.ts'
import { TemplateError } from './templateError.ts'

const Topic = z.looseObject({ Subscription: z._default(z.array(z.unknown()), []) })
const Subscription = z.looseObject({ TopicArn: z.string() })

/**
 * Refuses the subscribers of a topic to which a role may publish: they would get nothing. What else publishes, such as alarms, does
 * not exist here.
 */
export const checkTopics = (stacks: Stacks, roles: readonly RoleResource[]): void => {
  const topics = stacks.all('AWS::SNS::Topic', Topic)
  const subscriptions = stacks
    .all('AWS::SNS::Subscription', Subscription)
    .map(({ logicalId, properties }) => ({ logicalId, topicArn: properties.TopicArn }))
  const inTopics = topics.flatMap(({ logicalId, ref: topicArn, properties }) =>
    properties.Subscription.length === 0 ? [] : [{ logicalId, topicArn }],
  )
  stacks.each([...subscriptions, ...inTopics], ({ logicalId, topicArn }) => {
    const request = { action: 'sns:Publish', resource: topicArn, conditionKeys: {} }
    const role = roles.find(({ statements }) => decide(statements, request).allowed)
    if (role === undefined) return
    const topic = topics.find(({ ref }) => ref === topicArn)?.logicalId ?? topicArn
    throw new TemplateError(
      logicalId,
      `${role.logicalId} may publish to ${topic}, and its subscribers get nothing here`,
    )
  })
}
