'use strict'
// Loads a function's file, or nothing, and ends.
const [, , file] = process.argv
if (file !== undefined) require(file)
process.exit(0)
