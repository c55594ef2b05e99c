'use strict'
// Loaded before a command of an operator: two minutes, which `restore` gives to what runs at AWS, are fifteen seconds here.
const { syncBuiltinESMExports } = require('node:module')
const timers = require('node:timers/promises')

const [settling, short] = [120_000, 15_000]
const { setTimeout } = timers
timers.setTimeout = (milliseconds, ...rest) => setTimeout(milliseconds === settling ? short : milliseconds, ...rest)
syncBuiltinESMExports()
