import { answered } from '../answered.ts'
import { Act, Card, Field, type Fields, Form, moneyText, Rows, Shown, useLoaded } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'
import { moneyOf } from './now.tsx'

const actions = () => answered(service.GET('/actions', { params: { query: { size: 100 } } }))

export const ActionsView = () => {
  const loaded = useLoaded(actions)
  const add = async (fields: Fields) => {
    const { name = '', game = '', category = '' } = fields
    const body = { actions: [{ name, game, category, price: moneyOf(fields) }] }
    await answered(service.POST('/actions/commands/add-actions', { body }))
    await loaded.reload()
  }
  return (
    <>
      <Card title={say('actions')}>
        <Shown of={loaded}>
          {({ content }) => (
            <Rows of={content}>
              {({ id, name, game, category, price, enabled }) => (
                <li key={id}>
                  <span class="what">
                    <b dir="auto">{name}</b> <b>{moneyText(price)}</b>
                    <small class="soft" dir="auto">
                      {[game, category].filter(Boolean).join(' · ')}
                    </small>
                  </span>
                  <span class="acts">
                    <Act
                      label={name}
                      act={() =>
                        answered(
                          service.POST('/actions/commands/toggle-action', { body: { id, enabled: !enabled } }),
                        ).then(loaded.reload)
                      }
                    >
                      {enabled ? say('disable') : say('enable')}
                    </Act>
                    <Act
                      label={name}
                      sure={say('deleteSure')}
                      act={() =>
                        answered(service.POST('/actions/commands/delete-action', { body: { id } })).then(loaded.reload)
                      }
                    >
                      {say('delete')}
                    </Act>
                  </span>
                </li>
              )}
            </Rows>
          )}
        </Shown>
      </Card>
      <Card title={say('newAction')}>
        <Form send={add} action={say('add')}>
          <div class="fields">
            <Field name="name" label={say('name')} maxLength={128} required />
            <Field name="game" label={say('game')} />
            <Field name="category" label={say('category')} />
            <Field name="amount" label={say('price')} inputMode="decimal" required />
            <Field name="currency" label={say('currency')} value="EUR" maxLength={12} required />
          </div>
        </Form>
      </Card>
    </>
  )
}
