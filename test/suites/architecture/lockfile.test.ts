import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import harnessManifest from '../../local/runner/package.json' with { type: 'json' }

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly resolved?: string
  readonly version?: string
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
}

type Packages = Readonly<Record<string, Locked>>

const packagesOf = (lockfile: string): Packages =>
  JSON.parse(readFileSync(new URL(`../../../${lockfile}`, import.meta.url), 'utf8')).packages

const lockfiles = ['package-lock.json', 'test/proofs/documentChecks/package-lock.json']

/** Whether a package finds another one: below itself, or below one of those that it is nested in. */
const finds = (packages: Packages, path: string, name: string): boolean => {
  const parents = path.split('/node_modules/').map((_, index, all) => all.slice(0, index + 1).join('/node_modules/'))
  return [`node_modules/${name}`, ...parents.map((parent) => `${parent}/node_modules/${name}`)].some(
    (place) => place in packages,
  )
}

test.each(lockfiles)(
  '%s names every optional package of every package: npm ci refuses one that leaves platforms out',
  (lockfile) => {
    const packages = packagesOf(lockfile)

    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !finds(packages, path, name))
        .map((name) => `${path || 'package.json'} → ${name}`),
    )

    expect(missing).toEqual([])
  },
)

test.each(lockfiles)('%s names no registry’s host', (lockfile) => {
  const hosts = Object.entries(packagesOf(lockfile)).flatMap(([path, { resolved }]) =>
    resolved?.includes('://') ? [path] : [],
  )

  expect(hosts).toEqual([])
})

test('the engine of every platform is in manifest and lockfile at one version, also where this registry lacks it', () => {
  const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']
  const packages = packagesOf('package-lock.json')
  const engines = Object.entries(harnessManifest.optionalDependencies)

  expect(engines.map(([name]) => name)).toEqual(platforms.map((platform) => `@dynoxide/${platform}`))
  expect(new Set(engines.map(([, version]) => version)).size).toBe(1)
  for (const [name, version] of engines) {
    const [os, cpu] = name.replace('@dynoxide/', '').split('-')
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true, os: [os], cpu: [cpu] })
  }
})
