import type { BenchCounts } from './counts.ts'
import type { DeployedFacts } from './deployedFacts.ts'
import { billTable } from './month.ts'
import { reachTable, startsTable } from './reach.ts'

/** The generated parts of the guide to deploying, by their names there. */
export const growthSections = (facts: DeployedFacts, counts: BenchCounts) => ({
  bill: billTable(facts, counts),
  reach: reachTable(facts, counts),
  starts: startsTable(),
})
