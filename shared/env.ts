import { type BucketName, bucketVariable, type TableName, tableVariable } from './contract/resources.ts'

/** An environment variable that the template declares for this function. Missing is an error of the deployment: the function fails to start. */
export const env = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`the environment variable ${name} is not set`)
  return value
}

/** An environment variable that a deployment may leave out. */
export const optionalEnv = (name: string): string | undefined => process.env[name] || undefined

/** Physical name of a table. */
export const tableName = (table: TableName): string => env(tableVariable(table))

/** Physical name of a bucket. */
export const bucketName = (bucket: BucketName): string => env(bucketVariable(bucket))
