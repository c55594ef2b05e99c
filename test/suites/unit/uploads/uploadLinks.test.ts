import { beforeEach, expect, test, vi } from 'vitest'
import { uploadLinks } from '../../../../shared/areas/uploads/uploadLinks.ts'

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('UPLOADS_BUCKET', 'files')
  vi.stubEnv('AWS_ENDPOINT_URL', '')
  vi.stubEnv('AWS_ENDPOINT_URL_S3', '')
})

const links = uploadLinks(() => Date.parse('2026-03-01T18:30:00Z'))
const withoutQuery = (address = '') => new URL(address).origin + new URL(address).pathname
const folder = 'https://files.s3.eu-central-1.amazonaws.com/uploads/files'

test('overlays get links in the places of uploads, of the look and of levels', () => {
  const look = links.look('alice', {
    theme: 'neon',
    imageUpload: '1',
    image: 'https://cdn.example.com/former.png',
    levels: [
      { name: 'gold', soundUpload: '2' },
      { name: 'plain', image: 'https://cdn.example.com/coin.png' },
    ],
  })

  expect(look.theme).toBe('neon')
  expect(withoutQuery(look.image)).toBe(`${folder}/alice/1`)
  expect(withoutQuery(look.levels?.[0]?.sound)).toBe(`${folder}/alice/2`)
  expect(look.levels?.[1]).toEqual({ name: 'plain', image: 'https://cdn.example.com/coin.png' })
  expect(JSON.stringify(look)).not.toContain('Upload')
})

test('a look without uploads is delivered as it was stored', () => {
  const look = { theme: 'neon', image: 'https://cdn.example.com/coin.png', levels: [{ name: 'gold' }] } as const

  expect(links.look('alice', { ...look, levels: [...look.levels] })).toEqual(look)
})

test.each(['../bob/1', '~Ym9i', 'bob/1', '%2e%2e%2fbob'])(
  'an upload that is called %j leads to no file of anybody else',
  (imageUpload) => {
    const file = withoutQuery(links.look('alice', { imageUpload }).image)

    expect(file).toMatch(/^https:\/\/files\.s3\.eu-central-1\.amazonaws\.com\/uploads\/files\/alice\/[\w~-]+$/)
  },
)

test('in China the address is that of its partition', () => {
  vi.stubEnv('AWS_REGION', 'cn-north-1')

  expect(links.read('alice', '1')).toContain('https://files.s3.cn-north-1.amazonaws.com.cn/uploads/files/alice/1?')
})
