import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import type { Item } from '../../shared/contract/write.ts'

/** A client that gives its calls these answers one after another, and empty ones from then on; an error is thrown. It keeps what it was asked. */
export const answeringClient = (...answers: readonly object[]) => {
  const inputs: Item[] = []
  const send = async ({ input }: { readonly input: object }): Promise<object> => {
    const answer = answers[inputs.push(input as Item) - 1] ?? {}
    if (answer instanceof Error) throw answer
    return answer
  }
  return { inputs, client: { send } as unknown as DynamoDBDocumentClient }
}

/** The answer to a write whose condition failed, with the item that it found. */
export const refusedBy = (item?: Item): Error =>
  new ConditionalCheckFailedException({ $metadata: {}, message: 'no', ...(item && { Item: marshall(item) }) })
