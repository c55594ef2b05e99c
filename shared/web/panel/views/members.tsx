import { Component } from 'preact'
import type { SuccessOf } from '../../client/answer.ts'
import type { paths } from '../../client/generated/api.ts'
import { removal } from '../actionButtons.tsx'
import { chooseChannel } from '../channel.ts'
import { line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, CopyField, Edit, Loaded, Rows } from '../parts.tsx'
import { change, get } from '../service.ts'
import { translate } from '../translate.ts'

type Role = 'moderator' | 'editor'

const roleName = (role: Role): string => translate(`role_${role}`)

const choices = { moderator: roleName('moderator'), editor: roleName('editor') } as const

const remove = '/members/commands/remove'

const NewInvitation = ({ send }: { readonly send: (fields: Fields) => Promise<unknown> }) => (
  <Form name="invite" send={send} done={undefined} keep>
    {({ role = 'moderator' }) => (
      <>
        <Field name="role" choices={choices} />
        <Field name="ownerName" maxLength={128} required />
        <p class="soft wide">{translate(`may_${role as Role}`)}</p>
      </>
    )}
  </Form>
)

type Listed = SuccessOf<paths['/members']['get']>

const Members = ({ of: members }: { readonly of: Listed['members'] }) => (
  <Rows of={members}>
    {({ memberId, name, role, since }) => ({
      key: memberId,
      name,
      soft: line(roleName(role), translate('since', { at: timeText(since) })),
      more: (
        <Edit of={name}>
          <Form
            name="changeRole"
            send={({ role: next }) => change('/members/commands/change', { memberId, role: next as Role })}
            keep
          >
            <Field name="role" value={role} choices={choices} />
          </Form>
        </Edit>
      ),
      buttons: [removal(() => change(remove, { memberId }), { name: 'removeMember', sure: 'removeMemberSure' })],
    })}
  </Rows>
)

const Invitations = ({ of: invitations }: { readonly of: Listed['invitations'] }) => (
  <Rows of={invitations}>
    {({ invitationId, role, createdAt, expiresAt }) => ({
      key: invitationId,
      name: roleName(role),
      label: line(roleName(role), timeText(createdAt)),
      soft: translate('validUntil', { at: timeText(expiresAt) }),
      buttons: [removal(() => change(remove, { invitationId }), { name: 'withdraw', sure: 'withdrawSure' })],
    })}
  </Rows>
)

const Memberships = ({ of: memberships }: { readonly of: Listed['memberships'] }) => (
  <Rows of={memberships}>
    {(membership) => ({
      key: membership.ownerId,
      name: membership.ownerName,
      soft: roleName(membership.role),
      buttons: [
        { name: 'look', act: async () => chooseChannel(membership) },
        removal(() => change(remove, { owner: membership.ownerId }), { name: 'leave', sure: 'leaveSure' }),
      ],
    })}
  </Rows>
)

interface Made {
  /** The link that was made last, which is shown once. */
  readonly url?: string
}

/** Who acts for the recipient, who is invited to, and for whom the recipient acts. */
export class MembersView extends Component<object, Made> {
  override state: Made = {}

  readonly #invite = async ({ role = '', ownerName = '' }: Fields) => {
    const { url } = await change('/members/commands/invite', { role: role as Role, ownerName })
    this.setState({ url })
  }

  override render(_props: object, { url }: Made) {
    return (
      <Loaded load={() => get('/members')}>
        {({ members, invitations, memberships }) => (
          <>
            <Card title="members">
              <p class="soft">{translate('membersHint')}</p>
              <Members of={members} />
            </Card>
            <div class="column">
              <Card title="newInvitation">
                <NewInvitation send={this.#invite} />
                <div role="status">
                  {url && (
                    <>
                      <p>{translate('invitationHint')}</p>
                      <CopyField key={url} text={url} label="invitationLink" />
                    </>
                  )}
                </div>
              </Card>
              <Card title="invitations">
                <Invitations of={invitations} />
              </Card>
              {memberships.length > 0 && (
                <Card title="memberships">
                  <Memberships of={memberships} />
                </Card>
              )}
            </div>
          </>
        )}
      </Loaded>
    )
  }
}
