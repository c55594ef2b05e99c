import type { LocalAws } from './localAws.ts'

/** Binary values are text on the wire. */
const bytes = (name: string, value: unknown): unknown =>
  name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value

/**
 * Asks the local AWS's DynamoDB past the SDK, which costs as much as the engine: for what every play of a fault does.
 *
 * @param action `Scan`
 * @param input with attribute values as DynamoDB's requests have them; those of the answer are the same, but for bytes
 */
export const askEngine = async <Output>(
  { engines }: Pick<LocalAws, 'engines'>,
  action: string,
  input: object,
): Promise<Output> => {
  const answer = await engines.dynamodb({
    method: 'POST',
    target: '/',
    headers: { 'x-amz-target': `DynamoDB_20120810.${action}` },
    body: Buffer.from(JSON.stringify(input)),
  })
  if (answer === 'reset' || answer.status !== 200)
    throw new Error(`${action}: ${answer === 'reset' ? answer : answer.body}`)
  return JSON.parse(String(answer.body), bytes)
}
