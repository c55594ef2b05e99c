import { adaptAssembly, type Surroundings } from './adaptedAssembly.ts'

/** Follows the CDK's app of a version (`node bin/app.ts && node …/adaptedApp.ts`) when that is deployed to the imitation. */
adaptAssembly(process.env['CDK_OUTDIR'] ?? '', JSON.parse(process.env['IMITATION'] ?? '{}') as Surroundings)
