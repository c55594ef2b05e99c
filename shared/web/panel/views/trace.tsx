import type { SuccessOf } from '../../client/answer.ts'
import type { paths } from '../../client/generated/api.ts'
import { gatewayName } from '../../gatewayNames.ts'
import type { Show } from '../actionButtons.tsx'
import { line, timeText } from '../formats.ts'
import { Field, Form } from '../forms.tsx'
import { gatewayNotes } from '../gatewayNotes.ts'
import { ListCard } from '../parts.tsx'
import { get, list } from '../service.ts'
import { textOfCode, translate } from '../translate.ts'

export type Trace = SuccessOf<paths['/payments/{id}/trace']['get']>

export const traceOf = (id: string): Promise<Trace> => get('/payments/{id}/trace', { path: { id } })

const tones = { done: 'good', waiting: 'soft', never: 'bad' }

/** A reason in words; a game may have added its own to a failure. */
const reasonText = (reason: string | null): string => {
  const [code = '', ...own] = reason?.split(': ') ?? []
  return [code && textOfCode('reason', code), ...own].join(': ')
}

/** The way of a donation from the webhook to the overlays. */
export const Steps = ({ of: { steps, notes } }: { readonly of: Pick<Trace, 'steps'> & Partial<Trace> }) => (
  <>
    <ol class="steps">
      {steps.map(({ step, state, name, reason, milliseconds }) => (
        <li key={`${step} ${name}`} class={tones[state]} data-state={state}>
          <b>{translate(`step_${step}`)}</b> <span dir="auto">{name}</span>{' '}
          {line(translate(`state_${state}`), reasonText(reason), milliseconds !== null && `${milliseconds} ms`)}
        </li>
      ))}
    </ol>
    {gatewayNotes({ notes: notes ?? [] }, false).map((note) => (
      <p key={note} class="bad">
        {note}
      </p>
    ))}
  </>
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
      name: nickname || translate('somebody'),
      label: nickname ?? id,
      amount,
      soft: line(gatewayName(gateway), translate(`status_${status}`), timeText(authorizationTimestamp)),
      buttons: [{ name: 'look', act: (show) => look(id, show) }],
    })}
  </ListCard>
)
