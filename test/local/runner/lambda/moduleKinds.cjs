'use strict'
// On Lambda, no package.json above a function's code says of which kind its modules are. Here the app's own is above them,
// so that a .js file without one in its asset gets the kind that its syntax has, as Node.js finds it where there is none.
const { readFileSync, realpathSync } = require('node:fs')
const Module = require('node:module')
const path = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')
const { compileFunction } = require('node:vm')

/** Undefined for a folder that is not there, which loading reports. */
function folderOf(codeFolder) {
  try {
    return realpathSync(codeFolder) + path.sep
  } catch {
    return undefined
  }
}

/** Whether a file of the code is in no package of the code. */
function isOutsidePackages(file, folder) {
  return (
    file.endsWith('.js') && file.startsWith(folder) && !Module.findPackageJSON(pathToFileURL(file))?.startsWith(folder)
  )
}

function kindOf(file) {
  try {
    compileFunction(readFileSync(file, 'utf8'), ['exports', 'require', 'module', '__filename', '__dirname'])
    return 'commonjs'
  } catch {
    return 'module'
  }
}

/** Makes `require` take such files for the kind of their syntax; returns the same for what `import` resolves. */
exports.kindsBySyntax = (codeFolder) => {
  const folder = folderOf(codeFolder)
  if (folder === undefined) return (found) => found
  const load = Module._extensions['.js']
  Module._extensions['.js'] = (module, file) =>
    isOutsidePackages(file, folder) ? module._compile(readFileSync(file, 'utf8'), file) : load(module, file)
  const folderUrl = pathToFileURL(folder).href
  return (found) => {
    // Node.js has found none.
    if (found.format == null || !found.url.startsWith(folderUrl) || !found.url.endsWith('.js')) return found
    const file = fileURLToPath(found.url)
    return isOutsidePackages(file, folder) ? { ...found, format: kindOf(file) } : found
  }
}
