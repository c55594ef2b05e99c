import { Component } from 'preact'
import { eventTypes } from '../../../areas/endpoints/eventTypes.ts'
import type { ItemOf } from '../../client/answer.ts'
import { ActionButton, removal, type Show } from '../actionButtons.tsx'
import { line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, CopyField, Edit, ListCard, Rows } from '../parts.tsx'
import { change, get, list, post } from '../service.ts'
import { textOfCode, translate } from '../translate.ts'

type Endpoint = ItemOf<'/endpoints'>

const typeText = (type: string): string => textOfCode('told', type.replace('.', '_'), type)

const EndpointFields = ({ of }: { readonly of?: Endpoint }) => (
  <>
    <Field name="url" label="address" type="url" value={of?.url} maxLength={2048} required />
    <fieldset>
      <legend>{translate('toldOf')}</legend>
      {eventTypes.map((type) => (
        <label key={type}>
          <input type="checkbox" name={type} value="true" defaultChecked={of?.types.includes(type) ?? false} />
          {typeText(type)}
        </label>
      ))}
    </fieldset>
  </>
)

const set = (fields: Fields, present: { readonly id?: string; readonly enabled?: boolean }) => {
  const told = eventTypes.filter((type) => fields[type] === 'true')
  if (told.length === 0) throw new Error(translate('toldNothing'))
  return change('/endpoints/commands/set-endpoint', { ...present, url: fields['url'] ?? '', types: told })
}

const showLog = async (id: string, show: Show) => {
  const { content } = await get('/endpoints/{id}/messages', { path: { id } })
  show(
    <Rows of={content}>
      {({ id: messageId, type, createdAt, state, status, attempts }) => ({
        key: messageId,
        name: typeText(type),
        label: timeText(createdAt),
        soft: line(timeText(createdAt), `${attempts} ×`, status !== null && String(status)),
        good: state === 'delivered' && translate('delivered'),
        bad: state === 'failed' && translate('status_failed'),
        buttons: [
          {
            name: 'resend',
            done: 'sent',
            act: () => post('/endpoints/commands/resend-message', { endpointId: id, messageId }),
          },
        ],
      })}
    </Rows>,
  )
}

interface Secret {
  readonly secret?: string | undefined
}

/** Addresses of others' programs, which the service informs of payments, alerts and streams. */
export class EndpointsView extends Component<object, Secret> {
  override state: Secret = {}

  readonly #add = async (fields: Fields) => {
    const { secret } = await set(fields, {})
    this.setState({ secret })
  }

  readonly #rotate = async (id: string) => {
    const { secret } = await change('/endpoints/commands/rotate-secret', { id })
    this.setState({ secret })
  }

  override render(_props: object, { secret }: Secret) {
    return (
      <>
        <ListCard
          title="endpoints"
          load={() => list('/endpoints')}
          before={
            <>
              <p class="soft">{translate('endpointsHint')}</p>
              <div role="status">
                {secret && (
                  <>
                    <p>{translate('secretHint')}</p>
                    <CopyField key={secret} text={secret} label="secret" />
                  </>
                )}
              </div>
            </>
          }
        >
          {(endpoint) => {
            const { id, url, types: told, enabled, disabledReason, failingSince } = endpoint
            return {
              key: id,
              name: url,
              soft: line(...told.map(typeText), !enabled && translate('disabled')),
              bad: line(
                disabledReason && translate('endpointDisabled'),
                failingSince && `${translate('failingSince')} ${timeText(failingSince)}`,
              ),
              more: (
                <Edit of={url}>
                  <Form name="save" send={(fields) => set(fields, { id, enabled })} keep>
                    <EndpointFields of={endpoint} />
                  </Form>
                  <ActionButton name="rotateSecret" sure="rotateSecretSure" act={() => this.#rotate(id)} />
                  <ActionButton name="log" label={url} act={(show) => showLog(id, show)} />
                </Edit>
              ),
              buttons: [
                { name: 'test', done: 'sent', act: () => post('/endpoints/commands/test-endpoint', { id }) },
                {
                  name: enabled ? 'disable' : 'enable',
                  act: () =>
                    change('/endpoints/commands/set-endpoint', { id, url, types: [...told], enabled: !enabled }),
                },
                removal(() => change('/endpoints/commands/delete-endpoint', { id })),
              ],
            }
          }}
        </ListCard>
        <Card title="newEndpoint">
          <Form name="add" send={this.#add}>
            <EndpointFields />
          </Form>
        </Card>
      </>
    )
  }
}
