import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { StoredTable } from '../storage.ts'
import { period } from './alarmDefinition.ts'

/** A metric of the HTTP or the WebSocket API; statistics are CloudWatch's (`Sum`, `p90`). */
export const apiMetric = (apiId: string, metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: apiId }, statistic, period })

export const functionMetric = ({ functionName }: LambdaFunction, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName,
    dimensionsMap: { FunctionName: functionName },
    statistic,
    period,
  })

/** A metric of all functions of the account in the region, to which Lambda's quota applies too. */
export const accountMetric = (metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, statistic, period })

export const tableMetric = ({ tableName }: StoredTable, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName },
    statistic: 'Sum',
    period,
  })
