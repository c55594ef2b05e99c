import { Readable } from 'node:stream'
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { HttpRequest } from '@smithy/types'
import type { EarlyAgent } from './earlyAgent.ts'

/**
 * Makes a first call while the module loads, and answers it without sending it, so that what a call needs is compiled,
 * and the connection on its way. Lambda loads a module with whole processors and gives an invocation of 512 MB three
 * tenths of one. It never fails: what is wrong, such as a missing region, the first real call will say.
 */
export const rehearse = async (client: DynamoDBDocumentClient, agent: EarlyAgent): Promise<void> => {
  const command = new GetCommand({ TableName: 'rehearsal', Key: { id: 'rehearsal' } })
  command.middlewareStack.add(
    () => async (args) => {
      const { protocol, hostname, port } = (args as { request: HttpRequest }).request
      if (protocol === 'https:') agent.connect(hostname, port)
      return { response: { statusCode: 200, headers: {}, body: Readable.from([Buffer.from('{}')]) } } as never
    },
    { step: 'deserialize', priority: 'low' },
  )
  try {
    await client.send(command)
  } catch {}
}
