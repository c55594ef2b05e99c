import { type AwsCall, AwsFailure } from '../awsCall.ts'
import type { Ask } from './questions.ts'

export interface UserPool {
  readonly UserPoolId: string
  readonly ClientId: string
}

/** The stack's own pool, at whose first client operators sign users in; undefined with another issuer. */
export const userPoolOf = ({ UserPoolId, Audience = '' }: Readonly<Record<string, string>>): UserPool | undefined => {
  const [ClientId = ''] = Audience.split(',')
  return UserPoolId === undefined ? undefined : { UserPoolId, ClientId }
}

export interface FirstUser {
  readonly email: string
  readonly isNew: boolean
  /** An access token, unless no password was given or a second factor is asked for. */
  readonly token: string | undefined
}

const group = 'admin'

const unless = async <Result>(code: string, act: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await act()
  } catch (error) {
    if (error instanceof AwsFailure && error.code === code) return undefined
    throw error
  }
}

/** The e-mail address of a member of the group that may publish to all recipients. */
const administratorOf = async (call: AwsCall, { UserPoolId }: UserPool): Promise<string | undefined> => {
  const { Users = [] } = (await call('cognito-idp', 'list-users-in-group', { UserPoolId, GroupName: group })) as {
    readonly Users?: readonly { readonly Attributes?: readonly { readonly Name: string; readonly Value: string }[] }[]
  }
  return Users[0]?.Attributes?.find(({ Name }) => Name === 'email')?.Value
}

const signIn = async (call: AwsCall, pool: UserPool, USERNAME: string, PASSWORD: string) => {
  const { AuthenticationResult: result } = await call('cognito-idp', 'admin-initiate-auth', {
    ...pool,
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD },
  })
  return (result as { readonly AccessToken?: string } | undefined)?.AccessToken
}

/** Makes a user with a password in the group `admin`, or takes the existing one; undefined when nobody is named. */
export const firstUser = async (call: AwsCall, pool: UserPool, ask: Ask): Promise<FirstUser | undefined> => {
  const { UserPoolId } = pool
  const known = await administratorOf(call, pool)
  const text =
    known === undefined ? 'E-mail address of the first user' : `E-mail address (Enter: ${known}, who is there)`
  const email = (await ask({ name: 'email', text })) || known
  if (email === undefined) return undefined
  const found = await unless('UserNotFoundException', () =>
    call('cognito-idp', 'admin-get-user', { UserPoolId, Username: email }),
  )
  const isReady = found?.['UserStatus'] === 'CONFIRMED'
  const password = await ask({
    name: 'password',
    text: isReady ? 'Password, for the address of an overlay (Enter: none)' : 'Password (12 characters of all kinds)',
    isHidden: true,
  })
  if (!isReady && password === '') throw new Error(`${email} needs a password`)
  if (found === undefined)
    await call('cognito-idp', 'admin-create-user', {
      UserPoolId,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
    })
  if (!isReady)
    await call('cognito-idp', 'admin-set-user-password', {
      UserPoolId,
      Username: email,
      Password: password,
      Permanent: true,
    })
  await call('cognito-idp', 'admin-add-user-to-group', { UserPoolId, Username: email, GroupName: group })
  const token = password === '' ? undefined : await signIn(call, pool, email, password)
  return { email, isNew: found === undefined, token }
}
