import { buffer } from 'node:stream/consumers'
import {
  type DynamoDBClient,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from '@aws-sdk/client-dynamodb'
import { send } from '../aws/send.ts'

type Answer = Pick<QueryCommandOutput, 'Items' | 'LastEvaluatedKey'>

/** What the SDK's transport answers; see `HttpResponse` of `@smithy/types`. */
interface HttpAnswer {
  readonly statusCode: number
  body: NodeJS.ReadableStream | Uint8Array
}

/**
 * One page of a query whose items are as they are on the wire: attribute values, in which binary ones are base64. The
 * SDK would make every value anew by its schema, which takes 12 µs for an item of ten attributes instead of 2.6 µs.
 */
export const queryRaw = async (client: DynamoDBClient, input: QueryCommandInput): Promise<Answer> => {
  const command = new QueryCommand(input)
  let answer: Answer = {}
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const response = result.response as HttpAnswer
      if (response.statusCode !== 200) return result
      answer = JSON.parse((await buffer(response.body as NodeJS.ReadableStream)).toString())
      response.body = Buffer.from('{}')
      return result
    },
    // Next to the transport, so that an answer that breaks off is asked for again.
    { step: 'deserialize', priority: 'low' },
  )
  await send((options) => client.send(command, options))
  return answer
}
