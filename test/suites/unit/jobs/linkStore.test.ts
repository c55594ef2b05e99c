import { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { linkStore } from '../../../../shared/mechanisms/jobs/linkStore.ts'

test('a link gives a file under its name for a quarter of an hour', async () => {
  const credentials = { accessKeyId: 'a', secretAccessKey: 's' }
  const client = new S3Client({ region: 'eu-central-1', credentials })

  const link = new URL(await linkStore(client, 'files').to('prints/p.csv', 'history.csv'))

  expect([link.host, link.pathname]).toEqual(['files.s3.eu-central-1.amazonaws.com', '/prints/p.csv'])
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    'X-Amz-Expires': '900',
    'response-content-disposition': 'attachment; filename="history.csv"',
  })
})
