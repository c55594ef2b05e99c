import { jobWorker } from '../../mechanisms/jobs/jobWorker.ts'

/** Writes the CSV files that `printCsv` asks for. */
export const writePrint = jobWorker({
  id: 'writePrint',
  summary: 'Writes queued CSV prints of the history to the print bucket',
  jobs: 'prints',
  access: { prints: ['GetItem', 'UpdateItem'], 'history.byTime': ['Query'] },
})
