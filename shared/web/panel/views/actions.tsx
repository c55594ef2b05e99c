import { removal, toggle } from '../actionButtons.tsx'
import { line } from '../formats.ts'
import { Field, Form, MoneyFields, moneyOf } from '../forms.tsx'
import { Card, ListCard } from '../parts.tsx'
import { change, list } from '../service.ts'

export const ActionsView = () => (
  <>
    <ListCard title="actions" load={() => list('/actions')}>
      {({ id, name, game, category, price, enabled }) => ({
        key: id,
        name,
        amount: price,
        soft: line(game, category),
        buttons: [
          toggle(enabled, (next) => change('/actions/commands/toggle-action', { id, enabled: next })),
          removal(() => change('/actions/commands/delete-action', { id })),
        ],
      })}
    </ListCard>
    <Card title="newAction">
      <Form
        name="add"
        send={({ name = '', game = '', category = '', ...money }) =>
          change('/actions/commands/add-actions', { actions: [{ name, game, category, price: moneyOf(money) }] })
        }
      >
        <Field name="name" maxLength={128} required />
        <Field name="game" />
        <Field name="category" />
        <MoneyFields label="price" />
      </Form>
    </Card>
  </>
)
