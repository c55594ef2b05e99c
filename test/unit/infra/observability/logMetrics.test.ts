import { expect, test } from 'vitest'
import { addLogMetrics } from '../../../../infra/observability/logMetrics.ts'
import { addSavedQueries, savedQueries } from '../../../../infra/observability/savedQueries.ts'
import { bareStack, plain, synthesized } from '../bareStack.ts'
import { smallDeployment } from '../smallDeployment.ts'

test('log lines are counted in the log of those that write them', () => {
  const { stack, props } = smallDeployment()
  const metrics = addLogMetrics(stack, props)

  const counted = synthesized(stack)
    .all('AWS::Logs::MetricFilter')
    .map(({ Properties }) => {
      const [transformation, another] = Properties['MetricTransformations'] as readonly object[]
      expect(another).toBeUndefined()
      const { MetricName, MetricNamespace, MetricValue } = Object(transformation)
      expect(MetricNamespace).toBe('s')
      return `${plain(Properties['LogGroupName'])} ${Properties['FilterPattern']} ${MetricName} ${MetricValue}`
    })
  const failed = '{ ($.code = "provider_*") && ($.code != "provider_not_configured") } ProviderFailures 1'
  expect(counted).toEqual([
    '<operationsLogs> { ($.operation = "receiveWebhook") && ($.status = 200) } WebhooksTaken 1',
    '<workersLogs> { ($.worker = "projectPayments") && ($.level = "INFO") } PaymentsProjected $.count',
    '<workersLogs> { ($.worker = "pushAlerts") && ($.level = "INFO") } AlertsPushed $.count',
    '<realtimeLogs> { $.eventType = "ack" } Acknowledgements 1',
    `<operationsLogs> ${failed}`,
    `<workersLogs> ${failed}`,
    '<operationsLogs> { $.code = "provider_not_configured" } NotConfigured 1',
    '<realtimeLogs> { $.status >= 500 } LiveFailures 1',
    '<workersLogs> { $.attempts >= 5 } Postponed 1',
  ])
  expect(
    Object.values(metrics).map(({ metricName, namespace, statistic }) => [metricName, namespace, statistic]),
  ).toEqual(Object.keys(metrics).map((name) => [name, 's', 'Sum']))
})

test('saved queries have the name of the stack, and that of one request reads the access log too', () => {
  const stack = bareStack()
  addSavedQueries(stack, { functions: ['news', 'media'], access: 'access' })

  const saved = synthesized(stack).all('AWS::Logs::QueryDefinition')
  expect(saved.map(({ Properties }) => plain(Properties))).toEqual(
    Object.entries(savedQueries).map(([name, QueryString]) => ({
      Name: `<AWS::StackName>/${name}`,
      LogGroupNames: name === 'request' ? ['news', 'media', 'access'] : ['news', 'media'],
      QueryString,
    })),
  )
  expect(saved.map(({ Properties }) => String(Properties['QueryString']).split('\n')[0])).toEqual([
    'filter level = "ERROR"',
    'filter requestId = "…"',
    'filter recipientId = "…"',
    'filter ispresent(milliseconds)',
    '# A log stream is an execution environment, and each began by a cold start. Its milliseconds are logged with -c platformReports=true.',
  ])
})
