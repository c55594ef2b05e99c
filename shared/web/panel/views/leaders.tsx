import { Component } from 'preact'
import { systemClock } from '../../../runtime/time/clock.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, Loaded, Rows } from '../parts.tsx'
import { followed, get } from '../service.ts'
import type { Value } from '../settingFields.ts'
import { translate } from '../translate.ts'

/** The characters of a date, which the service counts in UTC, that name the period. */
const periods = { month: 7, day: 10, all: 0 } as const

type Period = keyof typeof periods

interface Asked {
  readonly period: Period
  readonly currency: string
}

const leadersOf = ({ period, currency }: Asked, clock = systemClock) => {
  const name = new Date(clock()).toISOString().slice(0, periods[period]) || 'all'
  return get('/history/leaders', { query: { period: name, currency, size: 10 } })
}

/** Has all leaders of a look counted, which later donations keep right. */
export const countLeaders = async ({ leaders }: Value): Promise<void> => {
  const { period = 'month', currency = 'EUR' } = (leaders ?? {}) as Partial<Asked>
  await followed(
    () => leadersOf({ period, currency }),
    ({ isComplete }) => isComplete,
    () => undefined,
  )
}

const choices = Object.fromEntries(
  Object.keys(periods).map((period) => [period, translate(`period_${period as Period}`)]),
)

/** Who has given most, in a period and a currency. */
export class Leaders extends Component<object, Asked> {
  override state: Asked = { period: 'month', currency: 'EUR' }

  readonly #use = async ({ period = '', currency = '' }: Fields) =>
    this.setState({ period: period as Period, currency: currency.trim().toUpperCase() })

  override render(_props: object, asked: Asked) {
    return (
      <Card title="leaders">
        <Form name="look" send={this.#use} done={undefined} keep>
          <Field name="period" choices={choices} />
          <Field name="currency" value={asked.currency} maxLength={12} required />
        </Form>
        <Loaded load={() => leadersOf(asked)} by={this.state}>
          {({ content, isComplete }) => (
            <>
              {!isComplete && <p class="soft">{translate('leadersIncomplete')}</p>}
              <Rows of={content}>
                {({ id, place, nickname, amount }) => ({
                  key: id,
                  name: `${place}. ${nickname || translate('somebody')}`,
                  amount,
                })}
              </Rows>
            </>
          )}
        </Loaded>
      </Card>
    )
  }
}
