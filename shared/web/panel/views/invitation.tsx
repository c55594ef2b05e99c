import { Component } from 'preact'
import { ActionButton } from '../actionButtons.tsx'
import { chooseChannel } from '../channel.ts'
import { timeText } from '../formats.ts'
import { Field, Form } from '../forms.tsx'
import { forgetInvitation, type Invitation, presentInvitation, readInvitation } from '../invitation.ts'
import { Card, Loaded } from '../parts.tsx'
import { post } from '../service.ts'
import { translate } from '../translate.ts'

const Granted = ({ of: { ownerName, role, expiresAt } }: { readonly of: Invitation }) => (
  <>
    <p>{translate('invites', { name: ownerName, role: translate(`role_${role}`) })}</p>
    <p class="soft">{translate(`may_${role}`)}</p>
    <p class="soft">{translate('validUntil', { at: timeText(expiresAt) })}</p>
  </>
)

/** What an invitation grants, before its reader has signed in. */
export const InvitationNotice = () => {
  const secret = presentInvitation()
  if (secret === null) return null
  return (
    <Loaded load={() => readInvitation(secret)}>
      {(invitation) => (
        <>
          <Granted of={invitation} />
          <p>{translate('signInToAccept')}</p>
          {!invitation.selfSignUp && <p>{translate('accountsByOperator', { name: invitation.ownerName })}</p>}
        </>
      )}
    </Loaded>
  )
}

/** An invitation that waits for the signed-in recipient. */
export class InvitationCard extends Component<object, { readonly secret: string | null }> {
  override state = { secret: presentInvitation() }

  readonly #accept = async (secret: string, name: string) => {
    const membership = await post('/members/commands/accept-invitation', { invitation: secret, name })
    forgetInvitation()
    chooseChannel(membership)
  }

  readonly #decline = async () => {
    forgetInvitation()
    this.setState({ secret: null })
  }

  override render(_props: object, { secret }: { readonly secret: string | null }) {
    if (secret === null) return null
    return (
      <Card title="invitation">
        <Loaded load={() => readInvitation(secret)}>
          {(invitation) => (
            <>
              <Granted of={invitation} />
              <Form name="accept" send={({ name = '' }) => this.#accept(secret, name)} done={undefined} keep>
                <Field
                  name="name"
                  text={translate('memberName', { name: invitation.ownerName })}
                  maxLength={128}
                  required
                />
              </Form>
            </>
          )}
        </Loaded>
        <ActionButton name="decline" act={this.#decline} />
      </Card>
    )
  }
}
