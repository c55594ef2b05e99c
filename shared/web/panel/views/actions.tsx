import type { ItemOf } from '../../client/answer.ts'
import { removal, toggle } from '../actionButtons.tsx'
import { line } from '../formats.ts'
import { Field, type Fields, Form, MoneyFields, moneyOf } from '../forms.tsx'
import { Card, Edit, ListCard } from '../parts.tsx'
import { change, list, post } from '../service.ts'
import { translate } from '../translate.ts'

type Action = ItemOf<'/actions'>

const actionOf = ({ name = '', game = '', category = '', ...money }: Fields) => ({
  name,
  game,
  category,
  price: moneyOf(money),
})

const deleteAction = (id: string) => change('/actions/commands/delete-action', { id })

/** An action is sold as it was bought, so a changed one takes the place of the former one. */
const replace = async ({ id, enabled, payload, parameters }: Action, fields: Fields) => {
  const { action } = await post('/actions/commands/add-actions', {
    actions: [{ ...actionOf(fields), payload, parameters }],
  } as never)
  if (!enabled) await post('/actions/commands/toggle-action', { id: (action as Action).id, enabled })
  await deleteAction(id)
}

const ActionFields = ({ of }: { readonly of?: Action }) => (
  <>
    <Field name="name" value={of?.name} maxLength={128} required />
    <Field name="game" value={of?.game} maxLength={128} />
    <Field name="category" value={of?.category} maxLength={128} />
    <MoneyFields label="price" of={of?.price} />
  </>
)

export const ActionsView = () => (
  <>
    <ListCard title="actions" load={() => list('/actions')}>
      {(action) => {
        const { id, name, game, category, price, enabled } = action
        return {
          key: id,
          name,
          amount: price,
          soft: line(game, category, !enabled && translate('disabled')),
          more: (
            <Edit of={name}>
              <Form name="save" send={(fields) => replace(action, fields)} keep>
                <ActionFields of={action} />
              </Form>
            </Edit>
          ),
          buttons: [
            toggle(enabled, (next) => change('/actions/commands/toggle-action', { id, enabled: next })),
            removal(() => deleteAction(id)),
          ],
        }
      }}
    </ListCard>
    <Card title="newAction">
      <Form name="add" send={(fields) => change('/actions/commands/add-actions', { actions: [actionOf(fields)] })}>
        <ActionFields />
      </Form>
    </Card>
  </>
)
