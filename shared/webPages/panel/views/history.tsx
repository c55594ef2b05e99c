import { useEffect, useState } from 'preact/hooks'
import { answered, followed } from '../answered.ts'
import { historyFileItems } from '../historyFile.ts'
import { Act, Card, Choice, Field, type Fields, Form, moneyText, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'

const pageSize = 25

/** An instant of a form's local day; undefined without one. */
const dayOf = (day: string | undefined, days = 0): string | undefined => {
  if (!day) return undefined
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + days)
  return date.toISOString()
}

const queryOf = ({ from, until, system, event, deleted }: Fields) => ({
  ...(dayOf(from) && { after: dayOf(from) as string }),
  ...(dayOf(until, 1) && { before: dayOf(until, 1) as string }),
  ...(system && { systems: system }),
  ...(event && { events: event }),
  ...(deleted === 'true' && { deleted: 'true' as const }),
})

const Print = ({ filter }: { readonly filter: Fields }) => {
  const [print, setPrint] = useState<{ rows: number | null; rowsExpected: number | null; url: string | null }>()
  const run = async () => {
    const { systems, events, ...period } = queryOf(filter)
    const body = { ...period, ...(systems && { systems: [systems] }), ...(events && { events: [events] }) }
    const { printId } = await answered(service.POST('/history/commands/print-csv', { body }))
    const path = { printId }
    const last = await followed(
      () => answered(service.GET('/history/prints/{printId}', { params: { path } })),
      ({ status }) => status !== 'queued' && status !== 'running',
      setPrint,
    )
    if (last.url === null) throw new Error(say('failed', { reason: last.status }))
  }
  return (
    <div class="acts">
      <Act act={run}>{say('print')}</Act>
      {print === undefined ? null : (
        <progress {...(print.rowsExpected ? { value: print.rows ?? 0, max: print.rowsExpected } : {})}>
          {print.rows ?? 0}
        </progress>
      )}
      {print?.url ? (
        <a href={print.url} download="history.csv">
          {say('download')}
        </a>
      ) : null}
    </div>
  )
}

const perCall = 50

const Import = ({ imported }: { readonly imported: () => void }) => {
  const [progress, setProgress] = useState<{ readonly sent: number; readonly added: number; readonly all: number }>()
  const send = async (_fields: Fields, file: File) => {
    const items = historyFileItems(await file.text())
    let added = 0
    for (let sent = 0; sent < items.length; sent += perCall) {
      setProgress({ sent, added, all: items.length })
      const body = { items: items.slice(sent, sent + perCall) as never }
      added += (await answered(service.POST('/history/commands/add-items', { body }))).added.length
    }
    setProgress({ sent: items.length, added, all: items.length })
    imported()
  }
  const [file, setFile] = useState<File>()
  return (
    <Card title={say('import')}>
      <p class="soft">{say('importHint')}</p>
      <Form
        send={(fields) => (file ? send(fields, file) : Promise.reject(new Error(say('noFile'))))}
        action={say('import')}
      >
        <label>
          {say('file')}
          <input
            type="file"
            accept=".jsonl,.json,.ndjson"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </label>
      </Form>
      {progress === undefined ? null : (
        <p role="status">
          <progress value={progress.sent} max={progress.all} /> {say('imported', { ...progress })}
        </p>
      )}
    </Card>
  )
}

export const HistoryView = () => {
  const [filter, setFilter] = useState<Fields>({})
  const [page, setPage] = useState(0)
  useEffect(() => setPage(0), [filter])
  const history = useLoaded(
    () => answered(service.GET('/history', { params: { query: { ...queryOf(filter), page, size: pageSize } } })),
    filter,
    page,
  )
  const change =
    (path: '/history/commands/delete-item' | '/history/commands/restore-item', historyItemId: string) => async () => {
      await answered(service.POST(path, { body: { historyItemId } }))
      await history.reload()
    }
  return (
    <>
      <Card title={say('history')}>
        <Form send={async (fields) => setFilter(fields)} action={say('filter')} done="" keep>
          <div class="fields">
            <Field name="from" type="date" label={say('from')} />
            <Field name="until" type="date" label={say('until')} />
            <Field name="system" label={say('system')} placeholder="Stripe" />
            <Field name="event" label={say('event')} placeholder="payment" />
            <Choice
              name="deleted"
              label={say('deletedOnes')}
              choices={{ false: say('withoutDeleted'), true: say('onlyDeleted') }}
            />
          </div>
        </Form>
        <Print filter={filter} />
        <Shown of={history}>
          {({ content, totalPages }) => (
            <>
              <Rows of={content}>
                {(item) => (
                  <li key={item.id}>
                    <span class="what">
                      <b dir="auto">{item.nickname || say('somebody')}</b> <b>{moneyText(item.amount)}</b>{' '}
                      {item.refunded ? (
                        <b class="bad">{say('refunded', { amount: moneyText(item.refunded) })}</b>
                      ) : null}
                      <span dir="auto" class="message">
                        {item.message}
                      </span>
                      <small class="soft">
                        <bdi>{item.system}</bdi> · <bdi>{item.event}</bdi> · {timeText(item.timestamp)}
                      </small>
                    </span>
                    <span class="acts">
                      {item.deleted ? (
                        <Act label={item.nickname ?? ''} act={change('/history/commands/restore-item', item.id)}>
                          {say('restore')}
                        </Act>
                      ) : (
                        <Act
                          label={item.nickname ?? ''}
                          sure={say('deleteSure')}
                          act={change('/history/commands/delete-item', item.id)}
                        >
                          {say('delete')}
                        </Act>
                      )}
                    </span>
                  </li>
                )}
              </Rows>
              <nav class="acts" aria-label={say('pages')}>
                <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
                  {say('newer')}
                </button>
                <button type="button" disabled={page + 1 >= totalPages} onClick={() => setPage(page + 1)}>
                  {say('older')}
                </button>
              </nav>
            </>
          )}
        </Shown>
      </Card>
      <Import imported={() => void history.reload()} />
    </>
  )
}
