// Scripts load this before any other file, so it has to run on old versions of Node.js, without a package.
const { existsSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

const projectFolder = join(__dirname, '..')

const missing = () => {
  if (!existsSync(join(projectFolder, 'node_modules', '.package-lock.json')))
    return 'The packages are not installed yet: run npm ci, then this command again'
  if (!process.features.typescript)
    return `Node.js ${process.versions.node} does not run TypeScript: install Node.js 24, or 22.18 and newer, and run npm ci`
  return undefined
}

const reason = missing()
if (reason !== undefined) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
// The second run of a command starts in half the time.
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? join(projectFolder, '.local', 'compileCache'))
