import { Act, type Show } from '../deeds.tsx'
import { Card } from '../parts.tsx'
import { say } from '../say.ts'
import { followedToEnd, get, post } from '../service.ts'

const exportData = async (show: Show) => {
  const path = await post('/recipients/commands/export-data', {})
  await followedToEnd(
    () => get('/recipients/exports/{exportId}', { path }),
    ({ items, url }) => show([say('items', { count: items ?? 0 }), ' ', url && <a href={url}>{say('download')}</a>]),
  )
}

const eraseData = async (show: Show) => {
  const path = await post('/recipients/commands/erase-data', { confirm: true })
  await followedToEnd(
    () => get('/recipients/erasures/{erasureId}', { path }),
    ({ items }) => show(say('items', { count: items })),
  )
}

export const OwnDataView = () => (
  <>
    <Card title="export">
      <p class="soft">{say('exportHint')}</p>
      <Act name="export" act={exportData} />
    </Card>
    <Card title="erase">
      <p class="soft">{say('eraseHint')}</p>
      <Act name="erase" sure="eraseSure" done="erased" act={eraseData} />
    </Card>
  </>
)
