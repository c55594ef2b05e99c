import { Aws } from 'aws-cdk-lib'
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** Queries for CloudWatch Logs Insights; the operator replaces `…`. */
export const savedQueries = {
  errors: `filter level = "ERROR"
| stats count(*) as failures, max(timestamp) as latest by operation, worker, code, error.name, error.message
| sort failures desc`,

  request: `filter requestId = "…"
| fields timestamp, level, message, operation, worker, recipientId, status, code, milliseconds, error.name, error.message, error.frames.0
| sort @timestamp`,

  recipient: `filter recipientId = "…"
| fields timestamp, level, message, operation, worker, status, code, milliseconds, requestId
| sort @timestamp desc
| limit 500`,

  slowest: `filter ispresent(milliseconds)
| stats count(*) as times, pct(milliseconds, 50) as half, pct(milliseconds, 99) as slowestHundredth, max(milliseconds) as slowest by operation, worker
| sort slowestHundredth desc`,

  'cold-starts': `# A log stream is an execution environment, and each began by a cold start. Its milliseconds are logged with -c platformReports=true.
parse @logStream /\\d{4}\\/\\d\\d\\/\\d\\d\\/(?<function>[^\\[]+)\\[/
| stats count(*) as lines, max(record.metrics.initDurationMs) as startMs by function, @logStream
| stats count(*) as environments, pct(startMs, 50) as halfMs, max(startMs) as slowestMs by function
| sort environments desc`,
} as const

/** A query reads at most 50 log groups: one reason why functions share them. */
export const addSavedQueries = (
  scope: Construct,
  { functions, access }: { readonly functions: readonly string[]; readonly access: string },
): void => {
  for (const [name, queryString] of Object.entries(savedQueries))
    new CfnQueryDefinition(scope, `${name}Query`, {
      name: `${Aws.STACK_NAME}/${name}`,
      // The access log has no recipients and functions, but it has requests that reached no function.
      logGroupNames: name === 'request' ? [...functions, access] : [...functions],
      queryString,
    })
}
