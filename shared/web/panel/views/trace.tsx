import type { SuccessOf } from '../../client/answer.ts'
import type { paths } from '../../client/generated/api.ts'
import type { Show } from '../deeds.tsx'
import { line, timeText } from '../formats.ts'
import { Field, Form } from '../forms.tsx'
import { ListCard } from '../parts.tsx'
import { say } from '../say.ts'
import { get, list } from '../service.ts'

export type Trace = SuccessOf<paths['/payments/{id}/trace']['get']>

export const traceOf = (id: string): Promise<Trace> => get('/payments/{id}/trace', { path: { id } })

const tones = { done: 'good', waiting: 'soft', never: 'bad' }

/** The way of a donation from the webhook to the overlays. */
export const Steps = ({ of: { steps } }: { readonly of: Trace }) => (
  <ol class="steps">
    {steps.map(({ step, state, name, reason, milliseconds }) => (
      <li key={`${step} ${name}`} class={tones[state]} data-state={state}>
        <b>{say(`step_${step}`)}</b> <span dir="auto">{name}</span>{' '}
        {line(say(`state_${state}`), reason, milliseconds !== null && `${milliseconds} ms`)}
      </li>
    ))}
  </ol>
)

const look = async (id: string, show: Show) => show(<Steps of={await traceOf(id)} />)

export const TraceView = () => (
  <ListCard
    title="trace"
    load={() => list('/payments', { size: 20 })}
    before={
      <Form name="look" send={({ id = '' }, show) => look(id.trim(), show)} done={undefined} keep>
        <Field name="id" label="paymentId" required />
      </Form>
    }
  >
    {({ id, nickname, amount, status, authorizationTimestamp, gateway }) => ({
      key: id,
      name: nickname || say('somebody'),
      label: nickname ?? id,
      amount,
      soft: line(gateway, say(`status_${status}`), timeText(authorizationTimestamp)),
      deeds: [{ name: 'look', act: (show) => look(id, show) }],
    })}
  </ListCard>
)
