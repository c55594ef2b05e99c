import { operations } from '../../shared/operations.ts'
import { eventsTable } from './eventTables.ts'
import { settingsTable } from './settingsTable.ts'
import { donorTextsTable, messengersTable, overlaySettingsTable, sizesTable } from './sizeTables.ts'
import { capsTable, operationsTable, problemsTable, ratesTable, strangersTable, violationsTable } from './tables.ts'
import {
  askingTable,
  clientTable,
  connectionTable,
  endpointTimesTable,
  memoryTable,
  showingTable,
  timesTable,
} from './timeTables.ts'
import { alarmsTable, retriesTable, triggersTable, workersTable } from './workerTables.ts'

/** The tables of each document, by the names of their markers: `<!-- times -->` … `<!-- /times -->`. */
export const documentTables: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'shared/README.md': {
    operations: () => operationsTable(operations),
    problems: problemsTable,
    violations: violationsTable,
    caps: capsTable,
    rates: ratesTable,
    strangers: () => strangersTable(operations),
    times: timesTable,
    sizes: sizesTable,
    triggers: triggersTable,
    'overlay-settings': overlaySettingsTable,
    showing: showingTable,
    connection: connectionTable,
  },
  'shared/web/client/README.md': { retries: clientTable },
  'shared/areas/endpoints/README.md': { times: endpointTimesTable },
  'shared/providers/README.md': { messengers: messengersTable, texts: donorTextsTable, asking: askingTable },
  'shared/providers/kick.md': { events: () => eventsTable('kick') },
  'shared/providers/twitch.md': { events: () => eventsTable('twitch') },
  'infra/README.md': { settings: settingsTable, workers: workersTable, retries: retriesTable },
  'infra/RUNBOOK.md': { alarms: alarmsTable },
  'SECURITY.md': { memory: memoryTable },
}
