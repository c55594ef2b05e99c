import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { period } from './alarmDefinition.ts'

/** A metric of the HTTP or the WebSocket API; statistics are CloudWatch's (`Sum`, `p90`). */
export const apiMetric = (api: CfnApi, metricName: string, statistic: string): Metric =>
  new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap: { ApiId: api.ref }, statistic, period })

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

export const tableMetric = ({ tableName }: Table, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: tableName },
    statistic: 'Sum',
    period,
  })
