/** What `--help` prints: every command with its flags. */
export const usage = `npm start -- [flags]                 serves the API on this machine, without any account
  --port <number>                    default 3000; 0 picks a free one
  --data <folder>|memory             where data and keys live between runs; default .local
  --json                             one JSON object on stdout when ready; everything else goes to stderr
  --watch                            a changed function is live at once
  --trace                            the store calls of every invocation: milliseconds, units, list price
  --unused-permissions               at the end, what roles grant and the run did not need
  --faults <plan.json>               injects faults into the calls of functions
  --providers sandbox|real           stand-ins of the external providers, or these themselves; default sandbox
  --assembly <folder>                an assembly that was synthesized before, such as cdk.out

npm run --silent token -- --recipient <id> [flags]
  --group <name>                     may be repeated
  --expires-in <seconds>             default 3600
  --api <url>                        of several APIs that run; default: the one started last

npm run --silent generate-event -- <operationId> [--recipient <id>]

npm run --silent invoke -- <operationId> --event <file>|- [flags]
  --data <folder>|memory             as for start
  --providers sandbox|real           as for start
  --assembly <folder>                as for start
`
