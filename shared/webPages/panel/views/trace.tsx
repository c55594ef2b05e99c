import { useState } from 'preact/hooks'
import { answered } from '../answered.ts'
import { Act, Card, Field, type Fields, Form, moneyText, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say, type TextName } from '../say.ts'
import { service } from '../session.ts'

export const traceOf = (id: string) => answered(service.GET('/payments/{id}/trace', { params: { path: { id } } }))

export type Trace = Awaited<ReturnType<typeof traceOf>>

/** The way of a donation from the webhook to the overlays. */
export const Steps = ({ steps }: Pick<Trace, 'steps'>) => (
  <ol class="steps">
    {steps.map(({ step, state, name, reason, milliseconds }) => (
      <li key={`${step} ${name}`} data-state={state}>
        <b>{say(`step_${step}` satisfies TextName)}</b> <span dir="auto">{name ?? ''}</span>{' '}
        <span class={{ done: 'good', waiting: 'soft', never: 'bad' }[state]}>
          {say(`state_${state}` satisfies TextName)}
          {reason ? ` · ${reason}` : ''}
          {milliseconds === null ? '' : ` · ${milliseconds} ms`}
        </span>
      </li>
    ))}
  </ol>
)

const recentPayments = () => answered(service.GET('/payments', { params: { query: { size: 20 } } }))

export const TraceView = () => {
  const [trace, setTrace] = useState<Trace>()
  const payments = useLoaded(recentPayments)
  const look = async (id: string) => setTrace(await traceOf(id))
  return (
    <>
      <Card title={say('trace')}>
        <Form send={(fields: Fields) => look((fields['id'] ?? '').trim())} action={say('look')} done="" keep>
          <Field name="id" label={say('paymentId')} required />
        </Form>
        <Shown of={payments}>
          {({ content }) => (
            <Rows of={content}>
              {({ id, nickname, amount, status, authorizationTimestamp, gateway }) => (
                <li key={id}>
                  <span class="what">
                    <b dir="auto">{nickname || say('somebody')}</b> <b>{moneyText(amount)}</b>
                    <small class="soft">
                      <bdi>{gateway}</bdi> · {say(`status_${status}`)} · {timeText(authorizationTimestamp)}
                    </small>
                  </span>
                  <Act label={nickname ?? id} act={() => look(id)}>
                    {say('look')}
                  </Act>
                </li>
              )}
            </Rows>
          )}
        </Shown>
      </Card>
      {trace === undefined ? null : (
        <Card title={moneyText(trace.amount)}>
          <Steps steps={trace.steps} />
        </Card>
      )}
    </>
  )
}
