import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AwsFailure, awsCall } from '../../../infra/operators/awsCall.ts'
import { awsCli } from '../../../infra/operators/awsCli.ts'

/** A program `aws` on the PATH, by its shell script; without one, none is there. */
const withCli = (script: string | undefined): void => {
  const folder = mkdtempSync(join(tmpdir(), 'aws-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (script !== undefined) {
    writeFileSync(join(folder, 'aws'), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'aws'), 0o755)
  }
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'of-the-sdk')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('PATH', script === undefined ? folder : `${folder}:${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('the input is a private file that is deleted afterwards, never an argument', async () => {
  withCli(
    `file="\${4#file://}"; cat "$file" > /dev/null; printf '{"arguments":"%s","mode":"%s","input":%s}' "$*" "$(ls -l "$file" | cut -c1-10)" "$(cat "$file")"`,
  )

  const answer = await awsCall('ssm', 'put-parameter', { Value: 'a secret "quoted" $HOME' })

  const [, file = ''] = /file:\/\/(\S+)/.exec(String(answer['arguments'])) ?? []
  expect(answer).toEqual({
    arguments: `ssm put-parameter --cli-input-json file://${file} --output json`,
    mode: '-rw-------',
    input: { Value: 'a secret "quoted" $HOME' },
  })
  expect(existsSync(file)).toBe(false)
})

test('the CLI acts in the account and region that the SDK has found, whatever profile is named', async () => {
  withCli(
    `printf '{"key":"%s","region":"%s","profile":"%s"}' "$AWS_ACCESS_KEY_ID" "$AWS_DEFAULT_REGION" "$AWS_PROFILE"`,
  )
  vi.stubEnv('AWS_DEFAULT_REGION', 'us-west-2')

  const answer = await awsCall('sts', 'get-caller-identity', {})

  expect(answer).toEqual({ key: 'of-the-sdk', region: 'eu-central-1', profile: '' })
})

test('an operation without output answers an empty one', async () => {
  withCli('echo')

  expect(await awsCall('lambda', 'delete-function-concurrency', {})).toEqual({})
})

test('a refusal of AWS is an error with its code', async () => {
  withCli(
    'echo "Old Python" >&2; echo "An error occurred (UserNotFoundException) when calling the AdminGetUser operation: none" >&2; exit 254',
  )

  const failure = await awsCall('cognito-idp', 'admin-get-user', {}).catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(AwsFailure)
  expect(failure).toMatchObject({
    name: 'AwsFailure',
    code: 'UserNotFoundException',
    message:
      'aws cognito-idp admin-get-user: An error occurred (UserNotFoundException) when calling the AdminGetUser operation: none',
  })
})

test('an answer that is no JSON is no refusal of AWS', async () => {
  withCli('echo Hello')

  await expect(awsCall('ssm', 'get-parameter', {})).rejects.toBeInstanceOf(SyntaxError)
})

test('without the CLI, the error says what to install', async () => {
  withCli(undefined)

  await expect(awsCall('ssm', 'get-parameter', {})).rejects.toThrow('no AWS CLI on the PATH: install version 2')
})

test('a call returns the CLI’s output without a pager', async () => {
  vi.stubEnv('AWS_PAGER', 'less')
  withCli(`printf '{"pager":"%s"}' "$AWS_PAGER"`)

  expect(await awsCall('ssm', 'get-parameter', {})).toEqual({ pager: '' })
})

test('a question returns the CLI’s output, or nothing if the CLI fails or is missing', async () => {
  vi.stubEnv('AWS_PAGER', 'less')
  withCli(`sleep 0.2; echo " $* '$AWS_PAGER' "`)
  expect(await awsCli('configure', 'get', 'region')).toBe("configure get region ''")
  withCli('echo no >&2; exit 255')
  expect(await awsCli('configure', 'get', 'region')).toBeUndefined()
  withCli('echo')
  expect(await awsCli('configure', 'get', 'region')).toBeUndefined()
  withCli(undefined)
  expect(await awsCli('--version')).toBeUndefined()
})
