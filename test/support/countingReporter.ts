import type { Reporter, TestModule } from 'vitest/node'

/** Prints the seed of a run at its start, and how many tests passed and failed in its last line. */
export class CountingReporter implements Reporter {
  onInit(): void {
    console.log(`SEED=${process.env['SEED']} repeats the choices of this run`)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (wanted: string): number => states.filter((state) => state === wanted).length
    console.log(`\n${count('passed')} passed, ${count('failed')} failed`)
  }
}
