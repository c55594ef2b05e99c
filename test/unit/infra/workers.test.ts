import { describe, expect, test } from 'vitest'
import { addDeadLetters } from '../../../infra/queues.ts'
import { addWorkers } from '../../../infra/workers.ts'
import type { Worker } from '../../../shared/contract/worker.ts'
import type { Json } from '../../infra/template.ts'
import { bareStack, surroundingsOf, synthesized } from './bareStack.ts'

const plain = { summary: 'Works', access: {}, timeoutSeconds: 30, memoryMb: 512 } as const
const stream = { stream: 'payments', batchSize: 10, maximumRetryAttempts: 3, maximumRecordAgeSeconds: 600 } as const
const project: Worker = { ...plain, id: 'project', source: stream }
const sweep: Worker = { ...plain, id: 'sweep', source: { schedule: 'rate(5 minutes)' } }

const templateWith = (...workers: readonly Worker[]) => {
  const stack = bareStack()
  const surroundings = surroundingsOf(...workers.map(({ id }) => id))
  const workerEndpoints = addWorkers(stack, workers, surroundings, addDeadLetters(stack))
  expect(workerEndpoints.map(({ worker, lambda }) => [worker, lambda.node.id])).toEqual(
    workers.map((worker) => [worker, worker.id]),
  )
  return synthesized(stack)
}
const attribute = (id: string, name: string) => ({ 'Fn::GetAtt': [id, name] })

/** What a worker has, and what it uses. */
const partsWith = (worker: Worker) => {
  const { one } = templateWith(worker)
  const lambda = one('AWS::Lambda::Function', worker.id)
  const [access] = one('AWS::IAM::Role', `${worker.id}Role`).Properties['Policies'] as readonly Json[]
  const queueArn = attribute(one('AWS::SQS::Queue').id, 'Arn')
  return {
    one,
    lambda,
    lambdaArn: attribute(lambda.id, 'Arn'),
    access: Object(access).PolicyDocument.Statement,
    queueArn,
  }
}
const giveUp = (queueArn: object) => ({ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn })

test('work that was given up is kept for two weeks, encrypted, and sent over TLS only', () => {
  const { one, queueArn } = partsWith(sweep)
  const queue = one('AWS::SQS::Queue', 'DeadLetters')

  expect(queue.Properties).toEqual({ MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true })
  expect(one('AWS::SQS::QueuePolicy').Properties).toEqual({
    Queues: [{ Ref: queue.id }],
    PolicyDocument: {
      Statement: [
        {
          Action: 'sqs:*',
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Resource: queueArn,
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
      ],
      Version: '2012-10-17',
    },
  })
})

describe('a worker of a stream', () => {
  const mappingWith = (source: object) => {
    const { one, lambdaArn, queueArn } = partsWith({ ...project, source: { ...stream, ...source } })
    const whole = {
      FunctionName: lambdaArn,
      EventSourceArn: 'arn:payments/stream',
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      ParallelizationFactor: 1,
      MaximumRetryAttempts: 3,
      MaximumRecordAgeInSeconds: 600,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: queueArn } },
    }
    return { whole, mapping: one('AWS::Lambda::EventSourceMapping', 'projectStream').Properties }
  }

  test('halves a batch that fails until its record is alone, and gives that up in the end', () => {
    const { mapping, whole } = mappingWith({})

    expect(mapping).toEqual(whole)
  })

  test.each([
    [{ events: ['INSERT'] }, { eventName: ['INSERT'] }],
    [{ filter: { status: { S: ['due'] } } }, { dynamodb: { NewImage: { status: { S: ['due'] } } } }],
    [
      { events: ['MODIFY'], filter: { due: { S: ['x'] } } },
      { eventName: ['MODIFY'], dynamodb: { NewImage: { due: { S: ['x'] } } } },
    ],
  ])('is invoked for what its filter lets through: %j', (source, expected) => {
    const { mapping, whole } = mappingWith({ ...source, parallelizationFactor: 4 })

    expect(mapping).toEqual({
      ...whole,
      ParallelizationFactor: 4,
      FilterCriteria: { Filters: [{ Pattern: JSON.stringify(expected) }] },
    })
  })

  test('may read its stream and give up, and nothing else', () => {
    const { access, lambda, queueArn } = partsWith(project)

    expect(access).toEqual([
      {
        Effect: 'Allow',
        Action: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
        Resource: 'arn:payments/stream',
      },
      giveUp(queueArn),
    ])
    expect(lambda.Properties).toMatchObject({
      DeadLetterConfig: { TargetArn: queueArn },
      Environment: { Variables: { MALLOC_ARENA_MAX: '1' } },
      Timeout: 30,
    })
  })

  test('is refused by name where its table has no stream', () => {
    expect(() => templateWith({ ...project, source: { ...stream, stream: 'announcers' } })).toThrow(
      'the table announcers has no stream',
    )
  })
})

describe('a worker of a schedule', () => {
  test('is invoked by the rule of its schedule, of this account', () => {
    const { one, lambda, lambdaArn } = partsWith(sweep)
    const rule = one('AWS::Events::Rule', 'sweepSchedule')

    expect(rule.Properties).toEqual({
      ScheduleExpression: 'rate(5 minutes)',
      State: 'ENABLED',
      Targets: [{ Id: 'sweep', Arn: lambdaArn }],
    })
    expect(one('AWS::Lambda::Permission', 'sweepPermission').Properties).toEqual({
      Action: 'lambda:InvokeFunction',
      FunctionName: { Ref: lambda.id },
      Principal: 'events.amazonaws.com',
      SourceArn: attribute(rule.id, 'Arn'),
      SourceAccount: { Ref: 'AWS::AccountId' },
    })
  })

  test('may give up and nothing else, and its failed invocations end in the queue', () => {
    const { one, lambda, access, queueArn } = partsWith(sweep)

    expect(access).toEqual([giveUp(queueArn)])
    expect(lambda.Properties['DeadLetterConfig']).toEqual({ TargetArn: queueArn })
    expect(one('AWS::Logs::LogGroup').id).toMatch(/^workersLogs/)
  })
})

test('workers share a queue and a log', () => {
  const { all } = templateWith(project, sweep)

  expect(all('AWS::SQS::Queue')).toHaveLength(1)
  expect(all('AWS::Logs::LogGroup')).toHaveLength(1)
  expect(all('AWS::Lambda::Function')).toHaveLength(2)
})
