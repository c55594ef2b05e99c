import { Component } from 'preact'
import type { ItemOf } from '../../client/answer.ts'
import { ActionButton, type ButtonAction, removal, type Show } from '../actionButtons.tsx'
import { alertEvents, eventText } from '../alertEvents.ts'
import { may } from '../channel.ts'
import { line, moneyText, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, Loaded, Rows } from '../parts.tsx'
import { change, followedToEnd, get, post } from '../service.ts'
import { type TextName, translate } from '../translate.ts'
import { ImportCard } from './import.tsx'
import { Leaders } from './leaders.tsx'

/** An instant of a form's local day; undefined without one. */
const dayOf = (day: string | undefined, days = 0): string | undefined => {
  if (!day) return undefined
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + days)
  return date.toISOString()
}

const periodOf = ({ from, until }: Fields) => {
  const [after, before] = [dayOf(from), dayOf(until, 1)]
  return { ...(after && { after }), ...(before && { before }) }
}

const queryOf = ({ system, event, deleted, ...period }: Fields) => ({
  ...periodOf(period),
  ...(system && { systems: system }),
  ...(event && { events: event }),
  ...(deleted === 'true' && { deleted: 'true' as const }),
})

const print = async ({ system, event, ...period }: Fields, show: Show) => {
  const path = await post('/history/commands/print-csv', {
    ...periodOf(period),
    ...(system && { systems: [system] }),
    ...(event && { events: [event] }),
  })
  await followedToEnd(
    () => get('/history/prints/{printId}', { path }),
    ({ rows, rowsExpected, url }) => {
      const progress = rowsExpected ? { value: rows ?? 0, max: rowsExpected } : {}
      show([
        <progress {...progress} />,
        url && (
          <a href={url} download="history.csv">
            {translate('download')}
          </a>
        ),
      ])
    },
  )
}

const buttonOf = (historyItemId: string, isDeleted: boolean): ButtonAction =>
  isDeleted
    ? {
        name: 'restore',
        needs: '/history/commands/restore-item',
        act: () => change('/history/commands/restore-item', { historyItemId }),
      }
    : removal(() => change('/history/commands/delete-item', { historyItemId }), {
        needs: '/history/commands/delete-item',
      })

const Items = ({ of: items }: { readonly of: readonly ItemOf<'/history'>[] }) => (
  <Rows of={items}>
    {({ id, nickname, amount, refunded, message, system, event, count, timestamp, deleted }) => ({
      key: id,
      name: nickname || translate('somebody'),
      label: nickname ?? '',
      amount,
      message,
      soft: line(system, eventText(event, count), timeText(timestamp)),
      bad: refunded && translate('refunded', { amount: moneyText(refunded) }),
      buttons: [buttonOf(id, deleted)],
    })}
  </Rows>
)

const Filter = ({ use }: { readonly use: (fields: Fields) => void }) => (
  <Form name="filter" send={async (fields) => use(fields)} done={undefined} keep>
    <Field name="from" type="date" />
    <Field name="until" type="date" />
    <Field name="system" placeholder="Stripe" />
    <Field name="event" choices={{ '': translate('allEvents'), ...alertEvents }} />
    <Field
      name="deleted"
      label="deletedOnes"
      choices={{ false: translate('withoutDeleted'), true: translate('onlyDeleted') }}
    />
  </Form>
)

interface Filtered {
  readonly fields: Fields
  /** The number of the page. */
  readonly page: number
}

export class HistoryView extends Component<object, Filtered> {
  override state = { fields: {}, page: 0 }

  override render(_props: object, { fields, page }: Filtered) {
    const pageButton = (name: TextName, next: number, pages: number) => (
      <button type="button" disabled={next < 0 || next >= pages} onClick={() => this.setState({ page: next })}>
        {translate(name)}
      </button>
    )
    return (
      <>
        <Card title="history">
          <Filter use={(next) => this.setState({ fields: next, page: 0 })} />
          <ActionButton name="print" needs="/history/commands/print-csv" act={(show) => print(fields, show)} />
          <Loaded load={() => get('/history', { query: { ...queryOf(fields), page, size: 25 } })} by={this.state}>
            {({ content, totalPages }) => (
              <>
                <Items of={content} />
                <nav aria-label={translate('pages')}>
                  {pageButton('newer', page - 1, totalPages)}
                  {pageButton('older', page + 1, totalPages)}
                </nav>
              </>
            )}
          </Loaded>
        </Card>
        {may('/history/leaders') && <Leaders />}
        <ImportCard />
      </>
    )
  }
}
