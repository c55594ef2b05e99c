import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, Identifier } from '../../contract/values.ts'
import { page, pageExample, pageHeaders, pageQuery } from '../../mechanisms/page/contract.ts'
import { StoredVideo, VideoStatus, videoExample } from './contract.ts'

export const listVideos = operation({
  id: 'listVideos',
  area: 'media',
  role: 'moderator',
  method: 'GET',
  path: '/media',
  summary: "The caller's videos",
  description:
    'Newest first; sortable by `id` (the age of the request). With `status=ready` and `sort=id,asc` it is the queue of videos to play, oldest first. `prepared` videos wait for their title, `handled` ones were played, marked, skipped or taken back with their payment. `totalIsExact` tells whether the total is exact. Videos of test payments have `test: true`.',
  query: pageQuery({ status: z.optional(VideoStatus) }),
  success: { body: page(StoredVideo), headers: pageHeaders },
  problems: [],
  access: {
    videos: ['Query'],
    'videos.byQueue': ['Query'],
    recipients: ['GetItem'],
    'key:cursors': ['GenerateMac'],
  },
  examples: [{ name: 'the queue', query: { status: 'ready' }, answer: pageExample([videoExample], 'id', false) }],
})

export const markVideo = operation({
  id: 'markVideo',
  area: 'media',
  role: 'editor',
  method: 'POST',
  path: '/media/commands/mark-video',
  summary: 'Mark a video as listened',
  description:
    'The video becomes `handled`, whatever its status was; a video that is still prepared is then not played. Marking it again changes nothing.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { videos: ['UpdateItem'] },
  examples: [{ name: 'mark', body: { id: videoExample.id }, answer: {} }],
})

export const skipVideo = operation({
  id: 'skipVideo',
  area: 'media',
  role: 'moderator',
  method: 'POST',
  path: '/media/commands/skip-video',
  summary: 'Skip a video',
  description:
    'The video becomes `handled`, and the message `skip` goes to every listener of the WebSocket API, so that a player ends it or drops it. A video that is still prepared is never announced. A handled video, which may still be playing, can be skipped too. Skipping it again changes nothing.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found', 'limit_reached'],
  access: {
    videos: ['BatchGetItem', 'UpdateItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    deliveries: ['PutItem'],
  },
  examples: [{ name: 'skip', body: { id: videoExample.id }, answer: {} }],
})
