import { Fragment } from 'preact'
import type { ItemOf } from '../../client/answer.ts'
import { removal, toggle } from '../actionButtons.tsx'
import { line } from '../formats.ts'
import { Field, type Fields, Form, MoneyFields, moneyOf } from '../forms.tsx'
import { Card, Edit, ListCard } from '../parts.tsx'
import { change, list, post } from '../service.ts'
import { translate } from '../translate.ts'

type Action = ItemOf<'/actions'>

type Parameters = Action['parameters']

/** What donors are asked for, without the questions that were emptied. A kept question keeps its name for the game. */
const parametersOf = (fields: Fields, before: Parameters): Parameters =>
  Object.entries(fields).flatMap(([field, text]) => {
    const [, position] = /^question(\d+)$/.exec(field) ?? []
    const question = text.trim()
    if (position === undefined || question === '') return []
    const name = before[Number(position)]?.name ?? question
    return [{ name, displayName: question, type: fields[`kind${position}`] ?? 'string' }]
  })

const actionOf = ({ name = '', game = '', category = '', ...fields }: Fields, before: Parameters = []) => {
  const parameters = parametersOf(fields, before)
  return { name, game, category, price: moneyOf(fields), ...(parameters.length > 0 && { parameters }) }
}

/** A donor answers few questions; a program may register up to 100. */
const mostQuestions = 100

const deleteAction = (id: string) => change('/actions/commands/delete-action', { id })

/** An action is sold as it was bought, so a changed one takes the place of the former one. */
const replace = async ({ id, enabled, payload, parameters }: Action, fields: Fields) => {
  const { action } = await post('/actions/commands/add-actions', {
    actions: [{ ...actionOf(fields, parameters), payload }],
  } as never)
  if (!enabled) await post('/actions/commands/toggle-action', { id: (action as Action).id, enabled })
  await deleteAction(id)
}

/** The questions that there are, and one more. */
const Questions = ({ before = [], fields }: { readonly before?: Parameters; readonly fields: Fields }) => {
  const isShown = (position: number) => position <= before.length || Boolean(fields[`question${position - 1}`])
  const rows = Array.from({ length: mostQuestions }, (_, position) => position).filter(isShown)
  const kinds = {
    string: translate('text'),
    number: translate('count'),
    boolean: translate('yesOrNo'),
    color: translate('color'),
  }
  return (
    <fieldset class="pairs">
      <legend>{translate('askedOfDonors')}</legend>
      {rows.map((position) => (
        <Fragment key={position}>
          <Field
            name={`question${position}`}
            label="question"
            value={before[position]?.displayName || before[position]?.name}
            maxLength={128}
          />
          <Field name={`kind${position}`} label="kind" value={before[position]?.type} choices={kinds} />
        </Fragment>
      ))}
    </fieldset>
  )
}

const ActionFields = ({ of, fields }: { readonly of?: Action; readonly fields: Fields }) => (
  <>
    <Field name="name" value={of?.name} maxLength={128} required />
    <Field name="game" value={of?.game} maxLength={128} />
    <Field name="category" value={of?.category} maxLength={128} />
    <MoneyFields label="price" of={of?.price} />
    <Questions fields={fields} {...(of?.parameters && { before: of.parameters })} />
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
                {(fields) => <ActionFields of={action} fields={fields} />}
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
        {(fields) => <ActionFields fields={fields} />}
      </Form>
    </Card>
  </>
)
