import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { operations } from '../../shared/operations.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

/** `test/suites/e2e/isolation.test.ts` → `e2e/isolation`; all other files are counted by their folder. */
const suiteOf = ({ relativeModuleId }: TestModule): string => {
  const [folder = '', ...rest] = relativeModuleId.replace(/^test\/(?:suites\/|local\/)?/, '').split('/')
  return folder === 'e2e' ? `e2e/${rest.join('/').replace('.test.ts', '')}` : folder
}

const countInto = (counts: Map<string, Count>, suite: string, test: TestCase): void => {
  const count = counts.get(suite) ?? { passed: 0, failed: 0, skipped: 0 }
  const { state } = test.result()
  if (state === 'passed') count.passed++
  else if (state === 'failed') count.failed++
  else count.skipped++
  counts.set(suite, count)
}

/** Prints the seed of a run at its start, and at its end how many tests each suite ran, with one closing line that counts them all. */
export class CountingReporter implements Reporter {
  onInit(): void {
    console.log(`SEED=${process.env['SEED']} repeats the choices of this run`)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, Count>()
    for (const module of modules)
      for (const test of module.children.allTests()) countInto(counts, suiteOf(module), test)
    const examples = operations.flatMap((operation) => operation.examples ?? [])
    const total = { passed: 0, failed: 0, skipped: 0 }
    console.log('\n| Suite | passed | failed | skipped |\n|---|---|---|---|')
    for (const [suite, { passed, failed, skipped }] of [...counts].sort()) {
      console.log(`| ${suite} | ${passed} | ${failed} | ${skipped} |`)
      total.passed += passed
      total.failed += failed
      total.skipped += skipped
    }
    console.log(`\n${operations.length} operations with ${examples.length} examples`)
    console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  }
}
