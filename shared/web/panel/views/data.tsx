import { ActionButton, type Show } from '../actionButtons.tsx'
import { Card } from '../parts.tsx'
import { followedToEnd, get, post } from '../service.ts'
import { translate } from '../translate.ts'

const exportData = async (show: Show) => {
  const path = await post('/recipients/commands/export-data', {})
  await followedToEnd(
    () => get('/recipients/exports/{exportId}', { path }),
    ({ items, url }) =>
      show([translate('items', { count: items ?? 0 }), ' ', url && <a href={url}>{translate('download')}</a>]),
  )
}

const eraseData = async (show: Show) => {
  const path = await post('/recipients/commands/erase-data', { confirm: true })
  await followedToEnd(
    () => get('/recipients/erasures/{erasureId}', { path }),
    ({ items }) => show(translate('items', { count: items })),
  )
}

export const OwnDataView = () => (
  <>
    <Card title="export">
      <p class="soft">{translate('exportHint')}</p>
      <ActionButton name="export" act={exportData} />
    </Card>
    <Card title="erase">
      <p class="soft">{translate('eraseHint')}</p>
      <ActionButton name="erase" sure="eraseSure" done="erased" act={eraseData} />
    </Card>
  </>
)
