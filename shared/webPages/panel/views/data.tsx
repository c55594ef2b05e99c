import { useState } from 'preact/hooks'
import { answered, followed } from '../answered.ts'
import { Act, Card } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'

const isAtEnd = ({ status }: { readonly status: string }): boolean => status !== 'queued' && status !== 'running'

const Export = () => {
  const [job, setJob] = useState<{ readonly items: number | null; readonly url: string | null }>()
  const run = async () => {
    const { exportId } = await answered(service.POST('/recipients/commands/export-data', { body: {} }))
    const path = { exportId }
    const ask = () => answered(service.GET('/recipients/exports/{exportId}', { params: { path } }))
    const { url, status } = await followed(ask, isAtEnd, setJob)
    if (url === null) throw new Error(say('failed', { reason: status }))
  }
  return (
    <Card title={say('export')}>
      <p class="soft">{say('exportHint')}</p>
      <Act act={run}>{say('export')}</Act>
      {job === undefined ? null : <p role="status">{say('items', { count: job.items ?? 0 })}</p>}
      {job?.url ? <a href={job.url}>{say('download')}</a> : null}
    </Card>
  )
}

const Erasure = () => {
  const [job, setJob] = useState<{ readonly items: number; readonly status: string }>()
  const run = async () => {
    const { erasureId } = await answered(service.POST('/recipients/commands/erase-data', { body: { confirm: true } }))
    const path = { erasureId }
    const ask = () => answered(service.GET('/recipients/erasures/{erasureId}', { params: { path } }))
    const { status } = await followed(ask, isAtEnd, setJob)
    if (status !== 'done') throw new Error(say('failed', { reason: status }))
  }
  return (
    <Card title={say('erase')}>
      <p class="soft">{say('eraseHint')}</p>
      <Act act={run} sure={say('eraseSure')} done={say('erased')}>
        {say('erase')}
      </Act>
      {job === undefined ? null : <p role="status">{say('items', { count: job.items })}</p>}
    </Card>
  )
}

export const OwnDataView = () => (
  <>
    <Export />
    <Erasure />
  </>
)
