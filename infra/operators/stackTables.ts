import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { dataStackName } from '../settings.ts'
import { stackResources } from './stackResources.ts'

/** The physical name of a table, by its name in the contract. */
export type TableNames = (table: string) => Promise<string>

/** The CDK's logical id of a table: its construct id and eight hexadecimal digits. */
const logicalId = /^(\w+)Table[0-9A-F]{8}$/

/**
 * The tables of a deployment, from its data stack's own list of resources: a table that a deleted stack left behind, or
 * one of a stack whose name begins alike, is not among them.
 */
export const stackTables = (client: Pick<CloudFormationClient, 'send'>, stackName: string): TableNames => {
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const tables = new Map<string, string>()
    for (const { type, logicalId: id, physicalId } of await stackResources(client, dataStackName(stackName))) {
      const table = type === 'AWS::DynamoDB::Table' ? logicalId.exec(id)?.[1] : undefined
      if (table !== undefined) tables.set(table, physicalId)
    }
    return tables
  }
  let known: Promise<ReadonlyMap<string, string>> | undefined
  return async (table) => {
    known ??= read()
    const name = (await known).get(table)
    if (name === undefined) throw new Error(`The stack ${dataStackName(stackName)} has no table ${table}`)
    return name
  }
}
