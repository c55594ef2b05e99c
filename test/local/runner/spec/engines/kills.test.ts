import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { announceApi, runningApis } from '../../cli/runningApis.ts'
import { openKey } from '../../engines/kmsKeys.ts'
import { openQueueStore, type StoredMessage } from '../../engines/queueStore.ts'
import { openQueues } from '../../engines/queues.ts'
import { createS3 } from '../../engines/s3/createS3.ts'
import { openCheckpoints } from '../../events/checkpoints.ts'
import { loadIssuerState, newIssuerState, saveIssuerState } from '../../identity/issuerState.ts'
import { queueNamed } from '../events/eventSourcesOnEngine.ts'

/** How many changes of files are left until the kill, which cuts a write in half. Nothing is written after it. */
const life = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }))

const { dying, die, Killed } = vi.hoisted(() => {
  class Killed extends Error {}
  type Change = (...args: unknown[]) => unknown
  const changes = ['writeFileSync', 'appendFileSync', 'renameSync', 'rmSync', 'writeFile', 'rename', 'rm']
  const halfOf = (content: unknown) => String(content).slice(0, String(content).length / 2)
  return {
    Killed,
    die: () => {
      throw new Killed()
    },
    dying: (fs: object, end: (half: unknown) => unknown) => {
      const functions = fs as Record<string, Change>
      const mortal = (name: string, original: Change): Change => {
        const isWrite = /^(write|append)/.test(name)
        return (file, content, ...rest) => {
          life.left--
          if (life.left > 0) return original(file, content, ...rest)
          return end(life.left === 0 && isWrite ? original(file, halfOf(content), ...rest) : undefined)
        }
      }
      const mocked = changes.flatMap((name) =>
        functions[name] ? [[name, mortal(name, functions[name])] as const] : [],
      )
      return { ...functions, ...Object.fromEntries(mocked) }
    },
  }
})

vi.mock('node:fs', async (original) => dying(await original<object>(), die))
vi.mock('node:fs/promises', async (original) =>
  dying(await original<object>(), (half) => Promise.resolve(half).then(die)),
)

/** Does the work in a fresh folder, killed at each of its changes in turn, and looks at what a next start finds. */
const statesAfterKills = async <State>(
  prepare: (folder: string) => unknown,
  work: (folder: string) => unknown,
  look: (folder: string) => State | Promise<State>,
): Promise<readonly State[]> => {
  const states: State[] = []
  for (let step = 1; step < 50; step++) {
    const folder = mkdtempSync(join(tmpdir(), 'kills-'))
    try {
      await prepare(folder)
      life.left = step
      const ended = await Promise.resolve(work(folder)).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
        return 'killed'
      })
      life.left = Number.POSITIVE_INFINITY
      states.push(await look(folder))
      if (ended !== 'killed') return states
    } finally {
      life.left = Number.POSITIVE_INFINITY
      rmSync(folder, { recursive: true, force: true })
    }
  }
  throw new Error('the work has no end')
}

test('positions in a stream are the old or the new ones', async () => {
  const states = await statesAfterKills(
    (folder) => openCheckpoints('App/Mapping', 'arn', folder).set('a', { after: '1' }),
    async (folder) => openCheckpoints('App/Mapping', 'arn', folder).set('a', { after: '2' }),
    (folder) => openCheckpoints('App/Mapping', 'arn', folder).get('a')?.after,
  )

  expect(states).toEqual(['1', '1', '2'])
})

test('positions are those of one mapping, shard and stream', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  const first = openCheckpoints('App/Mapping', 'arn', folder)
  first.set('a', { after: '1' })
  first.set('b', { finished: true })
  const read = (mapping: string, stream: string) => {
    const { get } = openCheckpoints(mapping, stream, folder)
    return [get('a'), get('b')]
  }

  expect(read('App/Mapping', 'arn')).toEqual([{ after: '1' }, { finished: true }])
  expect([read('App/Mapping', 'arn2'), read('Other', 'arn')]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
  rmSync(folder, { recursive: true })
})

const message = (messageId: string): StoredMessage => {
  return { messageId, body: 'x'.repeat(100), senderId: 's', sentAt: 1, visibleAt: 2, receiveCount: 0 }
}

test('messages are there or not, the journal goes on behind a half-written line, and their order stays', async () => {
  const states = await statesAfterKills(
    (folder) => {
      const store = openQueueStore('Jobs', folder)
      for (const id of ['a', 'b', 'c']) store.put(message(id))
      store.put({ ...message('a'), receiveCount: 1 })
    },
    async (folder) => {
      const store = openQueueStore('Jobs', folder)
      store.put(message('d'))
      store.remove('b')
    },
    (folder) => {
      openQueueStore('Jobs', folder).put(message('z'))
      return [...openQueueStore('Jobs', folder).messages.values()].map((each) => each.messageId + each.receiveCount)
    },
  )

  const [before, written] = [
    ['a1', 'b0', 'c0', 'z0'],
    ['a1', 'b0', 'c0', 'd0', 'z0'],
  ]
  expect(states).toEqual([before, before, before, written, ['a1', 'c0', 'd0', 'z0']])
})

test('a message on its way to the dead letters is in one of the two queues at least', async () => {
  const redrive = { queueLogicalId: 'Dead', maxReceiveCount: 1 }
  const queues = [queueNamed('Jobs', { redrive }), queueNamed('Dead')]
  const states = await statesAfterKills(
    (folder) => openQueueStore('Jobs', folder).put({ ...message('a'), receiveCount: 1 }),
    async (dataFolder) => openQueues({ queues, dataFolder }).named('Jobs').receive(1),
    (folder) => ['Jobs', 'Dead'].filter((name) => openQueueStore(name, folder).messages.has('a')).join(),
  )

  expect(new Set(states)).toEqual(new Set(['Jobs', 'Jobs,Dead', 'Dead']))
})

test('a key that was half written is made anew, and one that was used is never another', async () => {
  const key = { logicalId: 'K', keyId: 'k', arn: 'arn', aliases: [], spec: 'HMAC_256' } as const
  const states = await statesAfterKills(
    () => undefined,
    async (folder) => openKey(key, join(folder, 'kms')).mac(Buffer.from('x')),
    (folder) => {
      const [first, second] = [openKey(key, join(folder, 'kms')), openKey(key, join(folder, 'kms'))]
      return (
        first.mac(Buffer.from('x')).equals(second.mac(Buffer.from('x'))) &&
        readdirSync(join(folder, 'kms')).includes('k.key')
      )
    },
  )

  expect(states).toEqual([true, true, true])
})

test('the state of the issuer is the old or the new one', async () => {
  const state = await newIssuerState()
  const states = await statesAfterKills(
    (folder) => saveIssuerState(folder, { ...state, port: 1 }),
    (folder) => saveIssuerState(folder, { ...state, port: 2 }),
    async (folder) => (await loadIssuerState(folder))?.port,
  )

  expect(states).toEqual([1, 1, 2])
})

test('the entry of a running API is whole or not there', async () => {
  const api = {
    api: 'a',
    issuer: 'i',
    audience: 'l',
    dynamodb: 'd',
    s3: 's',
    dataFolder: 'memory',
    pid: process.pid,
    startedAt: 1,
  }
  const states = await statesAfterKills(
    () => undefined,
    async (folder) => announceApi(folder, api),
    (folder) => runningApis(folder).map(({ pid }) => pid),
  )

  expect(states).toEqual([[], [], [process.pid]])
})

/** A bucket, called without HTTP; the bodies of answers as texts. */
const bucketIn = (dataFolder: string) => {
  const { handle } = createS3({ buckets: [{ logicalId: 'B', name: 'b', arn: 'arn:aws:s3:::b' }], dataFolder })
  return async (method: string, path: string, content = '') => {
    const url = new URL(`http://127.0.0.1/b/${path}`)
    const body = Buffer.from(content)
    const answer = await handle({ method, url, headers: {}, body, accessKeyId: 'A', authorize: () => undefined })
    const etag = answer.headers['etag'] ?? ''
    const given = answer.body
    return {
      status: answer.status,
      etag,
      body: typeof given === 'string' || Buffer.isBuffer(given) ? String(given) : await text(given),
    }
  }
}
const objectIn = async (folder: string) => {
  const { status, body } = await bucketIn(folder)('GET', 'key')
  return `${status === 200 ? body : status}, ${readdirSync(join(folder, 'b', 'blobs')).length} blobs`
}

test('an object is the old or the new one, whole, and leaves no blob behind', async () => {
  const states = await statesAfterKills(
    (folder) => bucketIn(folder)('PUT', 'key', 'the old one'),
    (folder) => bucketIn(folder)('PUT', 'key', 'the new one'),
    objectIn,
  )
  const deleted = await statesAfterKills(
    (folder) => bucketIn(folder)('PUT', 'key', 'the old one'),
    (folder) => bucketIn(folder)('DELETE', 'key'),
    objectIn,
  )

  expect(new Set(states)).toEqual(new Set(['the old one, 1 blobs', 'the new one, 1 blobs']))
  expect(states.at(-1)).toBe('the new one, 1 blobs')
  expect(deleted).toEqual(['the old one, 1 blobs', '404, 0 blobs', '404, 0 blobs'])
})

test('an upload can be completed until its object is there, and is gone afterwards', async () => {
  let upload = ''
  let parts = ''
  const states = await statesAfterKills(
    async (folder) => {
      const call = bucketIn(folder)
      await call('PUT', 'key', 'the old one')
      upload = /<UploadId>(.*)<\/UploadId>/.exec((await call('POST', 'key?uploads')).body)?.[1] ?? ''
      const { etag } = await call('PUT', `key?partNumber=1&uploadId=${upload}`, 'the new one')
      await call('PUT', `key?partNumber=2&uploadId=${upload}`, 'unused')
      parts = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`
    },
    (folder) => bucketIn(folder)('POST', `key?uploadId=${upload}`, parts),
    async (folder) => {
      const before = await objectIn(folder)
      const repeated = await bucketIn(folder)('POST', `key?uploadId=${upload}`, parts)
      const listed = await bucketIn(folder)('GET', `key?uploadId=${upload}`)
      return `${before}, then ${repeated.status} and ${listed.status}, ${await objectIn(folder)}`
    },
  )

  expect(new Set(states)).toEqual(
    new Set([
      'the old one, 3 blobs, then 200 and 404, the new one, 1 blobs',
      'the new one, 1 blobs, then 200 and 404, the new one, 1 blobs',
    ]),
  )
})

test('a part is the old or the new one', async () => {
  let upload = ''
  const states = await statesAfterKills(
    async (folder) => {
      upload = /<UploadId>(.*)<\/UploadId>/.exec((await bucketIn(folder)('POST', 'key?uploads')).body)?.[1] ?? ''
      await bucketIn(folder)('PUT', `key?partNumber=1&uploadId=${upload}`, 'old')
    },
    (folder) => bucketIn(folder)('PUT', `key?partNumber=1&uploadId=${upload}`, 'newer'),
    async (folder) => {
      const { body } = await bucketIn(folder)('GET', `key?uploadId=${upload}`)
      return `${/<Size>(\d+)/.exec(body)?.[1]} bytes, ${readdirSync(join(folder, 'b', 'blobs')).length} blobs`
    },
  )

  expect(new Set(states)).toEqual(new Set(['3 bytes, 1 blobs', '5 bytes, 1 blobs']))
})
