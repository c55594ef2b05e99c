import { type CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'

/** The physical name of a table, by its name in the contract. */
export type TableNames = (table: string) => Promise<string>

/** The CDK's logical id of a table: its construct id and eight hexadecimal digits. */
const logicalId = /^(\w+)Table[0-9A-F]{8}$/

/**
 * The tables of a deployed stack, from the stack's own list of resources: a table that a deleted stack left behind, or one of a stack whose name begins
 * alike, is not among them.
 */
export const stackTables = (client: Pick<CloudFormationClient, 'send'>, stackName: string): TableNames => {
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const tables = new Map<string, string>()
    let NextToken: string | undefined
    do {
      const page = await client.send(
        new ListStackResourcesCommand({ StackName: stackName, ...(NextToken !== undefined && { NextToken }) }),
      )
      for (const { ResourceType, LogicalResourceId = '', PhysicalResourceId } of page.StackResourceSummaries ?? []) {
        const [, table] = (ResourceType === 'AWS::DynamoDB::Table' && logicalId.exec(LogicalResourceId)) || []
        if (table !== undefined && PhysicalResourceId !== undefined) tables.set(table, PhysicalResourceId)
      }
      NextToken = page.NextToken
    } while (NextToken !== undefined)
    return tables
  }
  let known: Promise<ReadonlyMap<string, string>> | undefined
  return async (table) => {
    known ??= read()
    const name = (await known).get(table)
    if (name === undefined) throw new Error(`The stack ${stackName} has no table ${table}`)
    return name
  }
}
