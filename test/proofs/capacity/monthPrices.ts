/**
 * List prices of us-east-1 for a month in US dollars, without the free tiers. KMS: a key, and each of its first two
 * rotations. CloudWatch: a metric of an alarm, and of log lines (by the hour in which there are such lines). SQS: a request. DynamoDB:
 * a gigabyte, and a gigabyte with point-in-time recovery. AWS Backup: a gigabyte of a table in each backup, of which every
 * one is whole. Cognito, Essentials: a user above 10,000 who signs in.
 * EC2: a gigabyte that is sent to the internet.
 * https://aws.amazon.com/kms/pricing/ https://aws.amazon.com/cloudwatch/pricing/ https://aws.amazon.com/sqs/pricing/
 * https://aws.amazon.com/dynamodb/pricing/on-demand/ https://aws.amazon.com/cognito/pricing/
 * https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer https://aws.amazon.com/backup/pricing/
 */
export const monthPrices = {
  key: 1,
  alarmMetric: 0.1,
  logMetric: 0.3,
  queueRequest: 0.4e-6,
  storedGigabyte: 0.25,
  backedUpGigabyte: 0.2,
  vaultGigabyte: 0.1,
  user: 0.015,
  /** Of S3 Standard. https://aws.amazon.com/s3/pricing/ */
  objectGigabyte: 0.023,
  objectRead: 0.4e-6,
  /** Sent to the internet: 0.09 for a gigabyte, of the first 10 TB of a month. https://aws.amazon.com/ec2/pricing/on-demand/ */
  sentByte: 0.09 / 2 ** 30,
} as const

/** Users of a pool who cost nothing. */
export const freeUsers = 10_000

export const hoursOfMonth = 730

/** Lambda asks a queue by five long polls at a time, each of 20 seconds. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
export const idlePolls = 5 * 3 * 60 * hoursOfMonth
