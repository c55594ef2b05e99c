'use strict'
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const path = require('node:path')
const { fileURLToPath } = require('node:url')

const { existsSync, realpathSync } = fs

/** Which arguments of these functions are paths that they change; `createWriteStream` calls `open`. */
const changed = {
  ...Object.fromEntries(['appendFile', 'mkdir', 'mkdtemp', 'open', 'writeFile'].map((name) => [name, [0]])),
  ...Object.fromEntries(['chmod', 'chown', 'lchown', 'lutimes', 'truncate', 'utimes'].map((name) => [name, [0]])),
  ...Object.fromEntries(['rm', 'rmdir', 'unlink'].map((name) => [name, [0]])),
  ...Object.fromEntries(['copyFile', 'cp', 'link', 'symlink'].map((name) => [name, [1]])),
  rename: [0, 1],
}
const writable = ['/tmp', '/dev'].map((folder) => (existsSync(folder) ? realpathSync(folder) : folder))

/** The path behind the links of its folders, whether or not it exists. */
function realPath(given) {
  if (existsSync(given)) return realpathSync(given)
  const folder = path.dirname(given)
  return folder === given ? given : path.join(realPath(folder), path.basename(given))
}

const isBelow = (folder, file) => file === folder || file.startsWith(folder + path.sep)

/** Only reads a file: flags are `r` or a number without one for writing. */
const isReading = (flags = 'r') =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) === 0
    : flags === 'r' || flags === 'rs'

/** What Lambda's file system would answer, and whether the call gets that far. */
function refusal(codeFolder, name, args) {
  if (name === 'open' && isReading(typeof args[1] === 'function' ? undefined : args[1])) return undefined
  for (const index of changed[name]) {
    const given = args[index] instanceof URL ? fileURLToPath(args[index]) : args[index]
    if (typeof given !== 'string' && !Buffer.isBuffer(given)) continue
    const file = realPath(path.resolve(String(given)))
    if (!isBelow(codeFolder, file) && writable.some((folder) => isBelow(folder, file))) continue
    // A folder that exists, and a file that does not, have their usual answers.
    if (name === 'mkdir' ? existsSync(file) : /^(?:rm|unlink)/.test(name) && !existsSync(file)) continue
    const message = `EROFS: read-only file system, ${name} '${given}'`
    return Object.assign(new Error(message), { errno: -30, code: 'EROFS', syscall: name, path: String(given) })
  }
  return undefined
}

/**
 * Closes all folders but `/tmp` to the writes of `node:fs`, and the code there too, as Lambda's file system is. Node's
 * permission model would answer with an error of its own, and leave code below `/tmp` open.
 */
exports.makeReadOnly = (codeFolder) => {
  const code = realPath(codeFolder)
  for (const name of Object.keys(changed)) {
    const { [name]: withCallback, [`${name}Sync`]: sync } = fs
    const { [name]: promised } = fs.promises
    fs[name] = (...args) => {
      const error = refusal(code, name, args)
      const callback = args.at(-1)
      if (error === undefined || typeof callback !== 'function') return withCallback(...args)
      process.nextTick(callback, error)
    }
    fs[`${name}Sync`] = (...args) => {
      const error = refusal(code, name, args)
      if (error !== undefined) throw error
      return sync(...args)
    }
    fs.promises[name] = async (...args) => {
      const error = refusal(code, name, args)
      if (error !== undefined) throw error
      return promised(...args)
    }
  }
  syncBuiltinESMExports()
}
