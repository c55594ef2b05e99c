import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { Bucket, startS3 } from './startS3.ts'

/** The last write of each key that was answered before the kill. */
const acknowledged = (output: string) =>
  new Map(
    output
      .split('\n')
      .filter((line) => /^key\d \d+$/.test(line))
      .map((line) => line.split(' ') as [string, string]),
  )

test('killed at any moment, every acknowledged object is whole and no other is half there', async () => {
  for (let round = 0; round < 5; round++) {
    const dataFolder = mkdtempSync(join(tmpdir(), 's3-kill-'))
    const writer = spawn(process.execPath, [join(import.meta.dirname, 'endlessWriter.ts'), dataFolder])
    const output = text(writer.stdout)
    await new Promise((resolve) => writer.stdout.once('data', resolve))
    await sleep(20 + Math.random() * 60)
    writer.kill('SIGKILL')
    const written = acknowledged(await output)

    const s3 = await startS3({ dataFolder })
    for (const [Key, number] of written) {
      const { Body } = await s3.client.send(new GetObjectCommand({ Bucket, Key }))
      const content = (await Body?.transformToString()) ?? ''
      const [first] = content.split(' ')
      expect(content).toBe(`${first} `.repeat(5_000))
      // The write after the last acknowledged one may have become visible before the kill.
      expect([number, `${Number(number) + 10}`]).toContain(first)
    }
    expect(written.size).toBeGreaterThan(0)
    await s3.stop()
    rmSync(dataFolder, { recursive: true })
  }
})
