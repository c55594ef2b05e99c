import { ActionButton } from '../actionButtons.tsx'
import { may } from '../channel.ts'
import { line, timeText } from '../formats.ts'
import { ExternalLink, ListCard } from '../parts.tsx'
import { change, list } from '../service.ts'
import { translate } from '../translate.ts'
import { Playlists } from './playlists.tsx'

const titleOf = (title: string, url: string): string => title || url

/** The videos that viewers have requested, the oldest first, as a player takes them. */
const waiting = () => list('/media', { status: 'ready', sort: 'id,asc' } as never)

export const VideosView = () => (
  <>
    <ListCard
      title="videos"
      load={waiting}
      before={<p class="soft">{translate('videosHint')}</p>}
      after={
        <ActionButton
          name="allListened"
          needs="/media/commands/mark-all-listened"
          sure="allListenedSure"
          act={() => change('/media/commands/mark-all-listened', {})}
        />
      }
    >
      {({ id, title, url, owner, system, readyTimestamp }) => ({
        key: id,
        label: titleOf(title, url),
        more: /^https:/.test(url) ? <ExternalLink href={url}>{titleOf(title, url)}</ExternalLink> : titleOf(title, url),
        soft: line(owner, system, timeText(readyTimestamp)),
        buttons: [
          {
            name: 'listened',
            needs: '/media/commands/mark-video',
            main: true,
            act: () => change('/media/commands/mark-video', { id }),
          },
          { name: 'skip', act: () => change('/media/commands/skip-video', { id }) },
        ],
      })}
    </ListCard>
    <ListCard title="handledVideos" load={() => list('/media', { status: 'handled', size: 20 } as never)}>
      {({ id, title, url, owner }) => ({ key: id, name: titleOf(title, url), soft: line(owner) })}
    </ListCard>
    {may('/playlists') && <Playlists />}
  </>
)
