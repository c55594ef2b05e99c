import { expectThat } from '../../local/demo/expectations.ts'
import type { Life } from './trial.ts'

const failing = ({ trial }: Life): string => `${trial.stackName}-failing`

/** The alarm `failing` says that it rings, or that it does not. */
export const setAlarm = async (life: Life, StateValue: 'ALARM' | 'OK'): Promise<void> => {
  await life.trial.call('cloudwatch', 'set-alarm-state', {
    AlarmName: failing(life),
    StateValue,
    StateReason: 'The rehearsal says so',
  })
}

/** The service's stack is, or is not, taken back by CloudFormation while the alarm rings. */
export const expectTrigger = async (life: Life, isSet: boolean): Promise<void> => {
  const { trial } = life
  const { Stacks } = await trial.call('cloudformation', 'describe-stacks', { StackName: trial.stackName })
  const text = JSON.stringify(Stacks)
  expectThat(
    text.includes(`:alarm:${failing(life)}`) === isSet,
    `${failing(life)} is ${isSet ? 'a' : 'no'} rollback trigger`,
  )
}
