import { useEffect, useState } from 'preact/hooks'
import { comparableUnits, moneyFromDecimal } from '../../../money/decimal.ts'
import { answered, followed } from '../answered.ts'
import type { Alert, Live } from '../live.ts'
import { Act, Card, Field, type Fields, Form, moneyText, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'
import { Steps, type Trace, traceOf } from './trace.tsx'

/** An amount of a form, whose decimal point may be a comma. */
export const moneyOf = ({ amount = '', currency = '' }: Fields) => {
  const money = moneyFromDecimal(amount.trim().replace(',', '.'), currency.trim().toUpperCase())
  if (money === undefined) throw new Error(say('noAmount'))
  return { major: money.major, minor: money.minor, currency: money.currency }
}

type Command = 'pause' | 'resume' | 'skip' | 'clear' | 'mute' | 'unmute'
const control = (command: Command) => () =>
  answered(service.POST('/alerts/commands/control-show', { body: { command } }))

const Steering = ({ show }: { readonly show: Live['show'] }) => (
  <div class="acts">
    {show?.paused ? (
      <Act main act={control('resume')}>
        {say('resume')}
      </Act>
    ) : (
      <Act main act={control('pause')}>
        {say('pause')}
      </Act>
    )}
    <Act act={control('skip')}>{say('skip')}</Act>
    {show?.muted ? <Act act={control('unmute')}>{say('unmute')}</Act> : <Act act={control('mute')}>{say('mute')}</Act>}
    <Act act={control('clear')} sure={say('clearSure')}>
      {say('clear')}
    </Act>
  </div>
)

const AlertRow = ({ alert }: { readonly alert: Alert }) => {
  const { historyItemId } = alert
  const name = alert.nickname || say('somebody')
  return (
    <li class={alert.hidden ? 'soft' : ''}>
      <span class="what">
        <b dir="auto">{name}</b> <b>{moneyText(alert.amount)}</b>{' '}
        <small class="soft">
          <bdi>{alert.event}</bdi>
        </small>
        <span dir="auto" class="message">
          {alert.message}
        </span>
        <small class="soft">
          {timeText(alert.createdAt)} {alert.hidden ? say('hidden') : ''}
        </small>
      </span>
      <span class="acts">
        <Act
          label={name}
          done={say('repeated')}
          act={() => answered(service.POST('/history/commands/repeat-alert', { body: { historyItemId } }))}
        >
          {say('repeat')}
        </Act>
        <Act
          label={name}
          sure={say('deleteSure')}
          done={say('deleted')}
          act={() => answered(service.POST('/history/commands/delete-item', { body: { historyItemId } }))}
        >
          {say('delete')}
        </Act>
      </span>
    </li>
  )
}

const Held = ({ changes }: { readonly changes: number }) => {
  const held = useLoaded(
    async () => (await answered(service.GET('/alerts', { params: { query: { held: 'true', size: 50 } } }))).content,
    changes,
  )
  const decide = (historyItemId: string, show: boolean) => async () => {
    await answered(service.POST('/alerts/commands/decide-alert', { body: { historyItemId, show } }))
    await held.reload()
  }
  if (held.data?.length === 0) return null
  return (
    <Card title={say('held')}>
      <Shown of={held}>
        {(alerts) => (
          <Rows of={alerts}>
            {({ id, historyItemId, nickname, amount, message }) => (
              <li key={id}>
                <span class="what">
                  <b dir="auto">{nickname || say('somebody')}</b> <b>{moneyText(amount)}</b>
                  <span dir="auto" class="message">
                    {message}
                  </span>
                </span>
                <span class="acts">
                  <Act main label={nickname} act={decide(historyItemId, true)}>
                    {say('approve')}
                  </Act>
                  <Act label={nickname} act={decide(historyItemId, false)}>
                    {say('hide')}
                  </Act>
                </span>
              </li>
            )}
          </Rows>
        )}
      </Shown>
    </Card>
  )
}

const Goals = ({ goals }: Pick<Live, 'goals'>) => {
  const setGoal = (fields: Fields) =>
    answered(
      service.POST('/goals/commands/set-goal', { body: { title: fields['title'] ?? '', target: moneyOf(fields) } }),
    )
  return (
    <Card title={say('goals')}>
      <Rows of={goals}>
        {({ title, target, reached }) => (
          <li key={target.currency}>
            <span class="what">
              <span dir="auto">{title}</span>
              <progress
                max={Number(comparableUnits(target))}
                value={Number(comparableUnits(reached))}
                aria-label={title || target.currency}
              />
              <small>
                {moneyText(reached)} / {moneyText(target)}
              </small>
            </span>
            <Act
              label={title}
              sure={say('deleteSure')}
              act={() => answered(service.POST('/goals/commands/delete-goal', { body: { currency: target.currency } }))}
            >
              {say('delete')}
            </Act>
          </li>
        )}
      </Rows>
      <Form send={setGoal} action={say('setGoal')}>
        <div class="fields">
          <Field name="title" label={say('title')} maxLength={128} />
          <Field name="amount" label={say('amount')} inputMode="decimal" required />
          <Field name="currency" label={say('currency')} value="EUR" maxLength={12} required />
        </div>
      </Form>
    </Card>
  )
}

const Connected = ({ changes }: { readonly changes: number }) => {
  const show = useLoaded(() => answered(service.GET('/alerts/show')), changes)
  const { reload } = show
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Card title={say('overlays')}>
      <Shown of={show}>
        {({ overlays }) => (
          <Rows of={overlays}>
            {({ overlayId, name, connected, waiting }) => (
              <li key={overlayId}>
                <span dir="auto">{name || overlayId}</span>
                <span class={connected ? 'good' : 'soft'}>
                  {connected ? say('connected') : say('away')}
                  {waiting > 0 ? ` · ${say('waiting', { count: waiting })}` : ''}
                </span>
              </li>
            )}
          </Rows>
        )}
      </Shown>
      <Check />
    </Card>
  )
}

/** An overlay that has not answered by then is away. */
const mostAsks = 15

/** Sends a check on the way of a donation, and follows it to the overlays. */
const Check = () => {
  const [trace, setTrace] = useState<Trace>()
  const check = async () => {
    const { paymentId } = await answered(service.POST('/overlays/commands/check', { body: {} }))
    const isKnown = ({ steps }: Trace) => steps.every(({ state }) => state !== 'waiting')
    await followed(() => traceOf(paymentId), isKnown, setTrace, mostAsks)
  }
  return (
    <>
      <Act act={check}>{say('check')}</Act>
      {trace === undefined ? null : <Steps steps={trace.steps} />}
    </>
  )
}

const TestAlert = () => {
  const send = (fields: Fields) =>
    answered(
      service.POST('/alerts/commands/test-alert', {
        body: { nickname: fields['nickname'] ?? '', message: fields['message'] ?? '', amount: moneyOf(fields) },
      }),
    )
  return (
    <Card title={say('testAlert')}>
      <Form send={send} action={say('show')} done={say('sent')} keep>
        <div class="fields">
          <Field name="nickname" label={say('nickname')} value="Mira" maxLength={64} />
          <Field name="amount" label={say('amount')} value="5" inputMode="decimal" required />
          <Field name="currency" label={say('currency')} value="EUR" maxLength={12} required />
        </div>
        <Field name="message" label={say('message')} maxLength={1000} />
      </Form>
    </Card>
  )
}

export const Now = ({ live }: { readonly live: Live }) => (
  <>
    <Card title={say('alerts')}>
      <p class={live.state === 'online' ? 'good' : 'bad'} role="status">
        {say(`live_${live.state}`)}
      </p>
      <Steering show={live.show} />
      <Rows of={live.alerts}>{(alert) => <AlertRow key={alert.id} alert={alert} />}</Rows>
    </Card>
    <div class="column">
      <Held changes={live.changes} />
      <Connected changes={live.changes} />
      <Goals goals={live.goals} />
      <TestAlert />
    </div>
  </>
)
