import { removal } from '../actionButtons.tsx'
import { sizedEvents } from '../alertEvents.ts'
import { line, moneyText } from '../formats.ts'
import { isCalled, type Level, levelFields, levelsFrom, withLevel } from '../levels.ts'
import { Card, Edit, ListCard, Loaded } from '../parts.tsx'
import { configured } from '../service.ts'
import type { SettingField, Value } from '../settingFields.ts'
import { changeRecord, SettingsForm } from '../settingsForm.tsx'
import { translate } from '../translate.ts'

const moderationFields = [
  { name: 'everything', path: ['moderation', 'everything'], kind: 'switch' },
  { name: 'links', path: ['moderation', 'links'], kind: 'choice', choices: ['drop', 'hold', 'show'] },
  { name: 'otherCurrencies', path: ['moderation', 'otherCurrencies'], kind: 'choice', choices: ['hold', 'show'] },
  { name: 'least', path: ['moderation', 'least'], kind: 'amounts' },
  { name: 'words', path: ['moderation', 'words'], kind: 'lines' },
] as const satisfies readonly SettingField[]

/** Each event by a switch, and those with a size by the least one that raises an alert. */
const eventFields: readonly SettingField[] = ['follow', ...sizedEvents].flatMap((event): SettingField[] => {
  const path = ['events', event]
  const raised = { name: event, path, kind: 'switch', value: 'true' } as const
  return sizedEvents.includes(event) ? [raised, { name: `from_${event}`, path, kind: 'number', on: event }] : [raised]
})

const alertsRecord = async () => ((await configured('alerts'))?.value ?? {}) as Value

const levels = async () => {
  const [alerts, look] = await Promise.all([configured('alerts'), configured('overlay')])
  return levelsFrom((alerts?.value ?? {}) as Value, (look?.value ?? {}) as Value)
}

/** Looks are stored before amounts: the service may refuse a look, and then no alert has the level yet. */
const storeLevel = async (former: string | undefined, level: Level | undefined): Promise<void> => {
  const changed = withLevel(former, level)
  await changeRecord('overlay', changed.overlay)
  await changeRecord('alerts', changed.alerts)
}

/** Changes the level as it is by now, or makes a new one. */
const saveLevel = async (former: string | undefined, changed: (value: Value) => Value): Promise<void> => {
  const all = await levels()
  const present = former === undefined ? {} : all.find(isCalled(former))
  if (present === undefined) throw new Error(translate('problem_not_found'))
  const level: Level = changed(present)
  if (!level.name) throw new Error(translate('level_noName'))
  const isTaken = all.filter((other) => other !== present).some(isCalled(level.name))
  if (isTaken) throw new Error(translate('problem_name_taken'))
  await storeLevel(former, level)
}

const LevelForm = ({ of: level, former }: { readonly of: Level; readonly former?: string | undefined }) => (
  <SettingsForm
    fields={levelFields}
    prefix="level_"
    value={level}
    save={(changed) => saveLevel(former, changed)}
    another={former === undefined}
  />
)

const Levels = () => (
  <ListCard title="levels" load={levels} before={<p class="soft">{translate('levelsHint')}</p>}>
    {(level) => {
      const { name = '', from = [], text, seconds } = level
      return {
        key: name,
        name,
        soft: line(
          ...from.map((money) => translate('level_since', { amount: moneyText(money as never) })),
          typeof text === 'string' && text,
          typeof seconds === 'number' && `${seconds} s`,
        ),
        more: (
          <Edit of={name}>
            <LevelForm of={level} former={name} />
          </Edit>
        ),
        buttons: [removal(() => storeLevel(name, undefined))],
      }
    }}
  </ListCard>
)

const AlertsForm = ({ fields, prefix }: { readonly fields: readonly SettingField[]; readonly prefix: string }) => (
  <Loaded load={alertsRecord}>
    {(value) => (
      <SettingsForm fields={fields} prefix={prefix} value={value} save={(changed) => changeRecord('alerts', changed)} />
    )}
  </Loaded>
)

/** Which alerts there are, which of them wait for approval, and how the great ones differ. */
export const RulesView = () => (
  <>
    <div class="column">
      <Levels />
      <Card title="newLevel">
        <LevelForm of={{}} />
      </Card>
    </div>
    <div class="column">
      <Card title="moderation">
        <p class="soft">{translate('moderationHint')}</p>
        <AlertsForm fields={moderationFields} prefix="moderation_" />
      </Card>
      <Card title="events">
        <p class="soft">{translate('eventsHint')}</p>
        <div class="pairs">
          <AlertsForm fields={eventFields} prefix="event_" />
        </div>
      </Card>
    </div>
  </>
)
