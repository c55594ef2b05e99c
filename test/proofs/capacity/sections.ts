import { copiesTable, costTable, idleTable, loadTable, pricesTable, stacksTable } from './costTables.ts'
import { benchCounts } from './counts.ts'
import { assemblyResources, deployedFacts, stackCounts } from './deployedFacts.ts'
import { floodsTable } from './floods.ts'
import { billTable } from './month.ts'
import { reachTable, startsTable } from './reach.ts'

/** The tables that are computed from a synthesized deployment, of each document, by the names of their markers. */
export const capacityTables = (
  assemblyFolder: string,
): Readonly<Record<string, Readonly<Record<string, () => string>>>> => {
  const facts = deployedFacts(assemblyResources(assemblyFolder))
  return {
    'README.md': { cost: () => costTable(facts, benchCounts) },
    'infra/README.md': {
      idle: () => idleTable(facts),
      prices: () => pricesTable(facts, benchCounts),
      load: loadTable,
      copies: () => copiesTable(benchCounts),
      bill: () => billTable(facts, benchCounts),
      stacks: () => stacksTable(stackCounts(assemblyFolder)),
      reach: () => reachTable(facts, benchCounts),
      starts: startsTable,
      floods: () => floodsTable(facts),
    },
  }
}
