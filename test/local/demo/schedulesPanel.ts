import { workers } from '../../../shared/workers.ts'
import type { LocalApi } from '../runner/localApi.ts'
import type { Panel } from '../startPage/panels.ts'

const id = 'schedules'

const scheduled = Object.fromEntries(
  workers.flatMap(({ id: worker, summary, source }) => ('schedule' in source ? [[worker, summary]] : [])),
)

/** Runs what a schedule runs, without waiting for its time. */
export const schedulesPanel = (api: Pick<LocalApi, 'invoke'>): Panel => ({
  id,
  title: 'Schedules',
  description: 'What runs every minute or every day, run now.',
  form: {
    action: 'Run now',
    fields: [{ name: 'worker', label: 'Worker', kind: 'choice', value: 'keepSubscriptions', choices: scheduled }],
    run: async function* ({ worker = '' }) {
      if (scheduled[worker] === undefined) throw new Error(`There is no schedule ${worker}.`)
      const { kind } = await api.invoke(worker, {})
      if (kind !== 'success') throw new Error(`${worker}: ${kind}`)
      yield `${worker} has run`
    },
  },
})

/** Runs a schedule of a local API in another process. */
export const runSchedule = async (api: string, worker: string): Promise<void> => {
  const response = await fetch(`${api}/_local/panels/${id}/run`, { method: 'POST', body: JSON.stringify({ worker }) })
  const answer = await response.text()
  if (!response.ok || answer.includes('"error"')) throw new Error(`${worker} did not run: ${answer}`)
}
