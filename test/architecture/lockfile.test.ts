import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>
}

test('the lockfile names every optional package of every package: npm ci refuses one that leaves platforms out', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter(
        (name) =>
          packages[`node_modules/${name}`] === undefined && packages[`${path}/node_modules/${name}`] === undefined,
      )
      .map((name) => `${path || 'package.json'} → ${name}`),
  )

  expect(missing).toEqual([])
})

test('the lockfile names no registry’s host', () => {
  const hosts = Object.entries(packages).flatMap(([path, { resolved }]) => (resolved?.includes('://') ? [path] : []))

  expect(hosts).toEqual([])
})
