import { comparableUnits } from '../../../runtime/money/decimal.ts'
import { ActionButton, removal } from '../actionButtons.tsx'
import { alertEvents, eventText, sizedEvents } from '../alertEvents.ts'
import { line, moneyText, timeText } from '../formats.ts'
import { Field, type Fields, Form, MoneyFields, moneyOf } from '../forms.tsx'
import { type Live, presentShow } from '../live.ts'
import { Card, ListCard, Loaded, Rows } from '../parts.tsx'
import { change, get, list, post } from '../service.ts'
import { translate } from '../translate.ts'
import { check } from './check.tsx'

/** Sends a command, whose outcome the socket says; without a connection, what is shown is read again. */
const steering = ({ state }: Live) => (state === 'online' ? post : change)

const control = (live: Live, command: 'pause' | 'resume' | 'skip' | 'clear' | 'mute' | 'unmute') => ({
  name: command,
  needs: '/alerts/commands/control-show' as const,
  act: () => steering(live)('/alerts/commands/control-show', { command }),
})

/** Which member has done it; the recipient goes without saying. */
const actorText = (name: 'decidedBy' | 'commandedBy', by: { readonly name: string } | null | undefined) =>
  by !== undefined && translate(name, { name: by?.name ?? translate('formerMember') })

/** Lists what the socket says has changed; without a connection, by the clock. */
const following = ({ state, changes }: Live) => ({ by: changes, asks: state !== 'online' })

const Alerts = ({ live, live: { state, show } }: { readonly live: Live }) => (
  <Card title="alerts">
    <p class={state === 'online' ? 'good' : 'bad'} role="status">
      {translate(`live_${state}`)}
    </p>
    <div class="acts">
      <ActionButton main {...control(live, show?.paused ? 'resume' : 'pause')} />
      <ActionButton {...control(live, 'skip')} />
      <ActionButton {...control(live, show?.muted ? 'unmute' : 'mute')} />
      <ActionButton {...control(live, 'clear')} sure="clearSure" />
    </div>
    <Held live={live} />
    <Loaded load={() => list('/alerts', { size: 50 })} {...following(live)}>
      {(alerts) => (
        <>
          <p class="unseen" role="status">
            {alerts.slice(0, 1).map(({ nickname, amount, message }) => line(nickname, moneyText(amount), message))}
          </p>
          <Rows of={alerts}>
            {({ id, historyItemId, nickname, amount, event, count, message, createdAt, hidden, decidedBy }) => ({
              key: id,
              name: nickname || translate('somebody'),
              amount,
              message,
              soft: line(
                eventText(event, count),
                timeText(createdAt),
                hidden && translate('hidden'),
                actorText('decidedBy', decidedBy),
              ),
              buttons: [
                {
                  name: 'repeat',
                  needs: '/history/commands/repeat-alert',
                  done: 'repeated',
                  act: () => post('/history/commands/repeat-alert', { historyItemId }),
                },
                removal(() => post('/history/commands/delete-item', { historyItemId }), {
                  done: 'deleted',
                  needs: '/history/commands/delete-item',
                }),
              ],
            })}
          </Rows>
        </>
      )}
    </Loaded>
  </Card>
)

const decide = (historyItemId: string, show: boolean) => () =>
  change('/alerts/commands/decide-alert', { historyItemId, show })

/** The list is asked for only where something is held, or may be by an earlier version of the service. */
const heldAlerts = async () => {
  const { held, moderationIsReadable, decidedBy } = await presentShow()
  return {
    moderationIsReadable,
    commanded: actorText('commandedBy', decidedBy),
    held: held === 0 ? [] : await list('/alerts', { held: 'true', size: 50 }),
  }
}

const Held = ({ live }: { readonly live: Live }) => (
  <Loaded load={heldAlerts} {...following(live)}>
    {({ held, moderationIsReadable, commanded }) => (
      <>
        {commanded && <p class="soft">{commanded}</p>}
        {!moderationIsReadable && (
          <p class="bad" role="alert">
            {translate('moderationUnreadable')}
          </p>
        )}
        {held.length > 0 && (
          <Card title="held">
            <Rows of={held}>
              {({ id, historyItemId, nickname, amount, message }) => ({
                key: id,
                name: nickname || translate('somebody'),
                label: nickname,
                amount,
                message,
                buttons: [
                  { name: 'approve', main: true, act: decide(historyItemId, true) },
                  { name: 'hide', act: decide(historyItemId, false) },
                ],
              })}
            </Rows>
          </Card>
        )}
      </>
    )}
  </Loaded>
)

const Goals = ({ live, live: { state, goals } }: { readonly live: Live }) => (
  <ListCard
    title="goals"
    load={async () => (state === 'online' && goals) || (await get('/goals')).goals}
    by={goals}
    asks={state !== 'online'}
    after={
      <Form
        name="setGoal"
        needs="/goals/commands/set-goal"
        send={({ title = '', ...money }) =>
          steering(live)('/goals/commands/set-goal', { title, target: moneyOf(money) })
        }
      >
        <Field name="title" maxLength={128} />
        <MoneyFields />
      </Form>
    }
  >
    {({ title, target, reached }) => ({
      key: target.currency,
      name: title,
      more: (
        <progress
          max={Number(comparableUnits(target))}
          value={Number(comparableUnits(reached))}
          aria-label={title || target.currency}
        />
      ),
      soft: `${moneyText(reached)} / ${moneyText(target)}`,
      buttons: [
        removal(() => steering(live)('/goals/commands/delete-goal', { currency: target.currency }), {
          needs: '/goals/commands/delete-goal',
        }),
      ],
    })}
  </ListCard>
)

const Connected = ({ live }: { readonly live: Live }) => (
  <ListCard
    title="overlays"
    load={async () => (await presentShow()).overlays}
    {...following(live)}
    after={<ActionButton name="check" needs="/payments/gateways" act={check} />}
  >
    {({ overlayId, name, connected, waiting }) => {
      const state = line(
        translate(connected ? 'connected' : 'away'),
        waiting > 0 && translate('waiting', { count: waiting }),
      )
      return { key: overlayId, name: name || overlayId, good: connected && state, soft: !connected && state }
    }}
  </ListCard>
)

const paid = 'payment'

const test = ({ event = paid, nickname = '', message = '', count, ...money }: Fields) =>
  post('/alerts/commands/test-alert', {
    event,
    nickname,
    message,
    ...(event === paid && { amount: moneyOf(money) }),
    ...(count && { count: Number(count) }),
  })

const TestAlert = () => (
  <Card title="testAlert" needs="/alerts/commands/test-alert">
    <Form name="show" send={test} done="sent" keep>
      {({ event = paid }) => (
        <>
          <Field name="event" choices={alertEvents} />
          <Field name="nickname" value="Mira" maxLength={64} />
          {event === paid && <MoneyFields value="5" />}
          {sizedEvents.includes(event) && <Field name="count" type="number" value="10" />}
          <Field name="message" maxLength={1000} />
        </>
      )}
    </Form>
  </Card>
)

export const Now = ({ live }: { readonly live: Live }) => (
  <>
    <Alerts live={live} />
    <div class="column">
      <Connected live={live} />
      <Goals live={live} />
      <TestAlert />
    </div>
  </>
)
