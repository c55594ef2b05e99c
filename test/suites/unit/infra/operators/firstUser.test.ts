import { expect, test } from 'vitest'
import { AwsFailure } from '../../../../../infra/operators/awsCall.ts'
import { firstUser } from '../../../../../infra/operators/setup/firstUser.ts'
import type { Question } from '../../../../../infra/operators/setup/questions.ts'

const pool = { UserPoolId: 'pool', ClientId: 'client' }
const administrator = {
  Users: [
    {
      Attributes: [
        { Name: 'sub', Value: '7' },
        { Name: 'email', Value: 'known@b' },
      ],
    },
  ],
}

/** Makes a user with these answers, in a pool that answers so: by operation, an error is thrown. */
const make = async (answers: Readonly<Record<string, string>>, found: Readonly<Record<string, object>> = {}) => {
  const calls: unknown[] = []
  const questions: Question[] = []
  const user = await firstUser(
    async (service, operation, input) => {
      calls.push([`${service} ${operation}`, input])
      const answer = found[operation] ?? {}
      if (answer instanceof Error) throw answer
      return { ...answer }
    },
    pool,
    async (question) => {
      questions.push(question)
      return answers[question.name] ?? ''
    },
  )
  return { user, calls, questions }
}

const listed = ['cognito-idp list-users-in-group', { UserPoolId: 'pool', GroupName: 'admin' }]
const of = (Username: string) => ({ UserPoolId: 'pool', Username })
const grouped = (email: string) => ['cognito-idp admin-add-user-to-group', { ...of(email), GroupName: 'admin' }]
const looked = (email: string) => ['cognito-idp admin-get-user', of(email)]
const signedIn = (USERNAME: string, PASSWORD: string) => [
  'cognito-idp admin-initiate-auth',
  { ...pool, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } },
]
const token = { 'admin-initiate-auth': { AuthenticationResult: { AccessToken: 'token' } } }

test('a user who is there keeps the password, and is signed in where it is given', async () => {
  const found = { 'list-users-in-group': administrator, 'admin-get-user': { UserStatus: 'CONFIRMED' }, ...token }
  const { user, calls, questions } = await make({ password: 'known' }, found)

  expect(user).toEqual({ email: 'known@b', isNew: false, token: 'token' })
  expect(calls).toEqual([listed, looked('known@b'), grouped('known@b'), signedIn('known@b', 'known')])
  expect(questions).toEqual([
    { name: 'email', text: 'E-mail address (Enter: known@b, who is there)' },
    { name: 'password', text: 'Password, for the address of an overlay (Enter: none)', isHidden: true },
  ])
  expect((await make({ email: 'other@b' }, found)).user).toEqual({ email: 'other@b', isNew: false, token: undefined })
})

test('a user whose password is still the first one gets a lasting one', async () => {
  const found = { 'admin-get-user': { UserStatus: 'FORCE_CHANGE_PASSWORD' } }
  const { user, calls, questions } = await make({ email: 'a@b', password: 'x' }, found)

  // A second factor is asked for: there is no token.
  expect(user).toEqual({ email: 'a@b', isNew: false, token: undefined })
  expect(calls.map((call) => (call as [string])[0].split(' ')[1])).toEqual([
    'list-users-in-group',
    'admin-get-user',
    'admin-set-user-password',
    'admin-add-user-to-group',
    'admin-initiate-auth',
  ])
  expect(questions).toEqual([
    { name: 'email', text: 'E-mail address of the first user' },
    { name: 'password', text: 'Password (12 characters of all kinds)', isHidden: true },
  ])
  await expect(make({ email: 'a@b' }, found)).rejects.toThrow('a@b needs a password')
})

test.each([[{}], [{ Users: [] }], [{ Users: [{}] }], [{ Users: [{ Attributes: [] }] }]])(
  'nobody is made where nobody is named: %j',
  async (group) => {
    const { user, calls } = await make({}, { 'list-users-in-group': group })

    expect(user).toBeUndefined()
    expect(calls).toEqual([listed])
  },
)

test.each([
  new AwsFailure('An error occurred (TooManyRequestsException) when calling the AdminGetUser operation'),
  Object.assign(new Error('not from AWS'), { code: 'UserNotFoundException' }),
])('another failure than that a user is not there makes none: %s', async (failure) => {
  await expect(make({ email: 'a@b', password: 'x' }, { 'admin-get-user': failure })).rejects.toBe(failure)
})
