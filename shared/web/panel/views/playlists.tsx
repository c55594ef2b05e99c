import type { ItemOf } from '../../client/answer.ts'
import { removal } from '../actionButtons.tsx'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, Edit, ExternalLink, ListCard, Rows } from '../parts.tsx'
import { change, list } from '../service.ts'
import { translate } from '../translate.ts'

type Playlist = ItemOf<'/playlists'>
type Video = Playlist['items'][number]

const needs = '/playlists/commands/change-playlist'

/** Gives a playlist other videos, made of those that it has now: what others have changed meanwhile stays. */
const changeVideos = async (id: string, changed: (videos: readonly Video[]) => readonly Video[]) => {
  const playlists = await list('/playlists')
  const { items = [] } = playlists.find((playlist) => playlist.id === id) ?? {}
  return change(needs, { id, items: [...changed(items)] })
}

/** Where a video is by now; -1 where it is gone. */
const positionOf = (videos: readonly Video[], { src, title }: Video, position: number): number => {
  const isIt = (video: Video | undefined) => video?.src === src && video.title === title
  return isIt(videos[position]) ? position : videos.findIndex(isIt)
}

const without = (videos: readonly Video[], position: number): readonly Video[] =>
  videos.filter((_video, index) => index !== position)

/** The videos with one of them before the one that was before it. */
const raised = (videos: readonly Video[], position: number): readonly Video[] => {
  const video = videos[position]
  if (video === undefined || position < 1) return videos
  return without(videos, position).toSpliced(position - 1, 0, video)
}

const videoFrom = ({ src = '', title = '' }: Fields): Video => ({
  src: src.trim(),
  title: title || src.trim().slice(0, 200),
})

const VideoFields = () => (
  <>
    <Field name="src" label="address" maxLength={2048} required />
    <Field name="title" maxLength={200} />
  </>
)

const Videos = ({ of: { id, items } }: { readonly of: Playlist }) => (
  <Rows of={[...items.entries()]}>
    {([position, video]) => ({
      // A list may have a video twice, and a row that moves keeps its button's focus.
      key: `${video.src} ${items.slice(0, position).filter(({ src }) => src === video.src).length}`,
      label: video.title,
      more: /^https?:/.test(video.src) ? <ExternalLink href={video.src}>{video.title}</ExternalLink> : video.title,
      buttons: [
        {
          name: 'moveUp',
          act: () => changeVideos(id, (videos) => raised(videos, positionOf(videos, video, position))),
        },
        {
          name: 'takeOut',
          act: () => changeVideos(id, (videos) => without(videos, positionOf(videos, video, position))),
        },
      ],
    })}
  </Rows>
)

/** The videos that the streamer keeps in lists of its own, for its player. */
export const Playlists = () => (
  <>
    <ListCard title="playlists" load={() => list('/playlists')}>
      {(playlist) => {
        const { id, title, items } = playlist
        return {
          key: id,
          name: title,
          soft: translate('playlistVideos', { count: items.length }),
          more: (
            <Edit of={title}>
              <Form name="rename" send={({ title: next = '' }) => change(needs, { id, title: next })} keep>
                <Field name="title" value={title} maxLength={200} required />
              </Form>
              <Videos of={playlist} />
              <Form name="addVideo" send={(fields) => changeVideos(id, (videos) => [...videos, videoFrom(fields)])}>
                <VideoFields />
              </Form>
            </Edit>
          ),
          buttons: [removal(() => change('/playlists/commands/delete-playlist', { id }))],
        }
      }}
    </ListCard>
    <Card title="newPlaylist">
      <Form name="add" send={({ title = '' }) => change('/playlists/commands/create-playlist', { title, items: [] })}>
        <Field name="title" maxLength={200} required />
      </Form>
    </Card>
  </>
)
