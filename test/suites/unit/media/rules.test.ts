import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectiveStatus, queuePosition, shuffled, videoLinkFrom } from '../../../../shared/areas/media/rules.ts'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('')
const youtubeIds = fc.string({ unit: fc.constantFrom(...base64url), minLength: 11, maxLength: 11 })
const vkIds = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 1, max: 2 ** 40 }))
  .map(([community, owner, number]) => `${community ? '-' : ''}${owner}_${number}`)

test('every way to write a YouTube link leads to the same video', () => {
  const spellings = fc.constantFrom(
    (id: string) => `https://www.youtube.com/watch?v=${id}`,
    (id: string) => `http://youtube.com/watch?app=desktop&v=${id}&t=42s`,
    (id: string) => `https://m.youtube.com/watch?v=${id}&list=PLx&index=3`,
    (id: string) => `https://music.youtube.com/watch?v=${id}&feature=share`,
    (id: string) => `https://youtu.be/${id}?si=tracker`,
    (id: string) => `https://youtu.be/${id}/`,
    (id: string) => `https://www.youtube.com/shorts/${id}?feature=share`,
    (id: string) => `https://youtube.com/live/${id}#t=1`,
    (id: string) => `https://WWW.YouTube.com/embed/${id}`,
    (id: string) => `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    (id: string) => `https://www.youtubekids.com/watch?v=${id}`,
    (id: string) => `https://youtube.googleapis.com/v/${id}`,
    (id: string) => `https://gaming.youtube.com/watch?v=${id}`,
    (id: string) => `https://www.youtube.com/e/${id}`,
    (id: string) => `https://www.youtube.com/watch/?v=${id}`,
    (id: string) => `https://www.youtube.com/watch.php?feature=x&amp;v=${id}`,
    (id: string) => `https://www.youtube.com/watch_popup?v=${id}`,
    (id: string) => `https://www.youtube.com/?feature=x;v=${id}&v=AAAAAAAAAAA`,
    (id: string) => `https://www.youtube.com/watch#!v=${id}`,
    (id: string) => `https://m.youtube.com/#/watch?v=${id}`,
    (id: string) => `https://www.youtube.com/source/${id}/shorts`,
    (id: string) => `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${id}&gl=DE`,
    (id: string) => `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${id}%26feature%3Dshare`,
  )
  fc.assert(
    fc.property(youtubeIds, spellings, (id, spell) => {
      expect(videoLinkFrom(spell(id))).toEqual({
        provider: 'youtube',
        originId: id,
        url: `https://www.youtube.com/watch?v=${id}`,
        thumbnail: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
      })
    }),
  )
})

test('every way to write a VK link leads to the same video', () => {
  const spellings = fc.constantFrom(
    (id: string) => `https://vk.com/video${id}`,
    (id: string) => `https://m.vk.com/video${id}?list=abc`,
    (id: string) => `https://vkvideo.ru/video${id}`,
    (id: string) => `https://www.vk.ru/clip${id}`,
    (id: string) => `https://new.vk.com/video${id}`,
    (id: string) => `https://vksport.vkvideo.ru/video${id}`,
    (id: string) => `https://vkvideo.ru/playlist/-1_2/video${id}`,
    (id: string) => `https://vk.com/feed?z=video${id}%2Fabc%2Fpl_wall`,
    (id: string) => `https://vk.com/video_ext.php?oid=${id.split('_')[0]}&id=${id.split('_')[1]}&hash=1`,
  )
  fc.assert(
    fc.property(vkIds, spellings, (id, spell) => {
      expect(videoLinkFrom(spell(id))).toEqual({
        provider: 'vk',
        originId: id,
        url: `https://vk.com/video${id}`,
        thumbnail: '',
      })
    }),
  )
})

test.each([
  'https://youtube.com/v/dQw4w9WgXcQ',
  'https://youtube.com/shorts/dQw4w9WgXcQ/',
  'https://vk.com/video-1_2/',
  'https://vk.ru/video-1_2',
  'https://m.vk.ru/video-1_2',
  'https://m.vkvideo.ru/video-1_2',
  'https://vk.com/feed?z=clip-1_2',
])('the link %s is accepted', (link) => {
  expect(videoLinkFrom(link)?.originId).toMatch(/^dQw4w9WgXcQ$|^-1_2$/)
})

test('the address that is kept leads to the same video again', () => {
  const links = fc.oneof(
    youtubeIds.map((id) => `https://youtu.be/${id}`),
    vkIds.map((id) => `https://vk.com/clip${id}`),
  )
  fc.assert(
    fc.property(links, (link) => {
      const found = videoLinkFrom(link)

      expect(found).not.toBe(undefined)
      expect(videoLinkFrom(found?.url ?? '')).toEqual(found)
    }),
  )
})

test('no text is too strange for the rule of links', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
      expect(() => videoLinkFrom(text)).not.toThrow()
    }),
  )
})

test.each([
  'https://www.youtube.com/watch?v=tooshort',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXc%22',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/playlist?list=PLdemo',
  'https://www.youtube.com/@dQw4w9WgXcQ',
  'https://www.youtube.com/embed/videoseries?list=PLdemo',
  'https://www.youtube.com/embed/live_stream?channel=UCdemo',
  'https://www.youtube.com/channel?v=dQw4w9WgXcQ',
  'https://youtubeXcom.example.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.de/watch?v=dQw4w9WgXcQ',
  'https://consent.youtube.com/m?continue=https%3A%2F%2Fexample.com%2Fwatch%3Fv%3DdQw4w9WgXcQ',
  'https://www.youtube.com/attribution_link?u=%2F%2Fexample.com%2Fwatch%3Fv%3DdQw4w9WgXcQ',
  'https://live.vkvideo.ru/alice',
  'https://youtu.be/',
  'https://youtu.be/dQw4w9WgXcQ/more',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@example.com/watch?v=dQw4w9WgXcQ',
  'https://user:secret@youtu.be/dQw4w9WgXcQ',
  'https://youtu.be:8443/dQw4w9WgXcQ',
  'ftp://youtu.be/dQw4w9WgXcQ',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'youtu.be/dQw4w9WgXcQ',
  'https://vk.com/video',
  'https://vk.com/video1',
  'https://vk.com/video--1_2',
  'https://vk.com/videos-1_2',
  'https://vk.com/video_ext.php?oid=1',
  'https://vk.com/wall-1_2',
  'https://vk.com/all/video-1_2',
  'https://vk.com/video-1_2/more',
  'https://vk.com/feed?z=photo-1_2',
  'https://vk.com/feed?z=a/video-1_2',
  'https://vk.com/feed?z=video-1_2a',
  'https://vk.com/video_ext.php?oid=1&id=12345678901234567890',
  'https://www.youtube.com/a/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ/more',
  'https://youtu.be.www.example.com/dQw4w9WgXcQ',
  'https://:secret@youtu.be/dQw4w9WgXcQ',
  'https://user@youtu.be/dQw4w9WgXcQ',
  'https://m.www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w/9WgXcQ',
  'https://vk.com/video_ext.php?oid=x1&id=2',
  'xhttps://youtu.be/dQw4w9WgXcQ',
  'httpsx://youtu.be/dQw4w9WgXcQ',
])('the link %s is not accepted', (link) => {
  expect(videoLinkFrom(link)).toBeUndefined()
})

test.each([
  ['prepared', undefined, '', 'prepared'],
  ['prepared', undefined, 'second', 'prepared'],
  ['postponed', undefined, '', 'prepared'],
  ['ready', '', '', 'ready'],
  ['ready', 'first', 'first', 'ready'],
  ['ready', '', 'first', 'handled'],
  ['ready', 'first', 'second', 'handled'],
  ['handled', 'first', 'first', 'handled'],
  ['ready', undefined, '', 'handled'],
] as const)('%s in the epoch %j is, in the epoch %j, %s', (status, readyEpoch, listenedEpoch, effective) => {
  const queued = readyEpoch === undefined ? undefined : queuePosition(readyEpoch, 'id')
  expect(effectiveStatus({ status, queued }, listenedEpoch)).toBe(effective)
})

test('shuffling keeps every item', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      expect(shuffled(items).toSorted()).toEqual(items.toSorted())
    }),
  )
})

test('shuffling leads to each order by exactly one sequence of choices', () => {
  const items = ['a', 'b', 'c', 'd']
  const orders = new Set<string>()
  for (let choice = 0; choice < 24; choice++) {
    let [rest, limit] = [choice, 0]
    const chance = () => {
      limit += 1
      const position = rest % limit
      rest = Math.floor(rest / limit)
      return (position + 0.5) / limit
    }
    orders.add(shuffled(items, chance).join(''))
  }

  expect(orders.size).toBe(24)
})

test('shuffling puts every item everywhere equally often', () => {
  const [size, rounds] = [6, 12_000]
  const counts = Array.from({ length: size }, () => Array.from({ length: size }, () => 0))
  const items = Array.from({ length: size }, (_, index) => index)
  for (let round = 0; round < rounds; round++) {
    for (const [position, item] of shuffled(items).entries()) {
      const row = counts[item] ?? []
      row[position] = (row[position] ?? 0) + 1
    }
  }

  // Chi-squared over the 36 cells has 25 degrees of freedom: 80 is passed once in ten million runs.
  const expected = rounds / size
  const chiSquared = counts.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(chiSquared).toBeLessThan(80)
})
