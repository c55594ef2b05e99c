import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The numbers of each document, in their order: one that changes is a promise, a measurement or a mistake, so it is
 * written twice. Those in blocks of code, links, generated tables and the bill are checked elsewhere.
 */
const stated = `
README.md
  12.34 4 120 10,000 24 22.18 3000 3001 24 half two 0 twice 2026 three
CONTRIBUTING.md
  3,000 half 9457 twice two 1 2 17 39114 40 250 120
SECURITY.md
  three 401 500 ten 256 ten 403 2 two 30 35 96
CHANGELOG.md
  1.0 1.0 1 1.0.0 five three 2.59 three 409 third 45
DECISIONS.md
  256 twice two 400 1,000 10 10 125 twice twice half 6 1,000 4 1,000 three 1,000 1,000 three two 3,000 24 500 nine 36
  four twice 4 two two six 25 1.5 half five three 1 ten 48 24 four three four ten two two 10,000 fifty three two 50
  250 4,000 1,000 hundred 503 409 96 70 34 two 58 1 2 4 32 ten 256 five twice five two 13 twice 450,000 44 0.9 half
  nine 1 100 three ten half 2 2 1 2 2 1 11.39 24 12 five 500 21 ten 1,708 90 20 2,000 ten ten 3.00 1 2 20 two five 2
  20 two twice two four twice three two five 20,000 13.98 19.11 11.39 two ten half 1.5 0.2 five 1000 1001 60 two five
  8 45 ten third 5 twice 24 third two eight 401 two 64 half two 20 3 ten eight 100 twice 15 47 20 half 30 four 13 20
  twice 3 650,000 ten 32 212 two 80 five three 1 1 two 16 1 24 twice 4 500 1 four 20 40 2.3 6.5 1 0.2 93 21 3 4 512
  0.29 half third 7 198 four 12 5 20 14 0.47 0.40 half 1.54 1.30 6 twice 1,234 05 04 two third 0.3 two 0.2 99 5 4,000
  90 200 1,000 2,000 25 260 429 half two 87 200 54 500 10 eight 500 two 0.30 3.50 1.00 twice 3.0 24 13 55 17 256 241
  15 30 20 700 two 127.0.0.1 160 207 287 75 1.0.0 1,000 10 333 5 10
infra/README.md
  two 10 503 1 ten 50 15 5.50 1,000 10,000 200 1000 13 1,250 2000 30 0.5 5 100,000 two half 100 10 1 10 1 ten ten 1.60
  2 503 24 1 6,000 100,000 1,112 17 0.22 half eight 15 15 half 35 10 30 four 0 503
infra/RUNBOOK.md
  five 35 5 three five twice half 5 10 half 100 five 4 15 401 429 401 429 three 429 8000 10,000 1 1,000 five 5 1 0.60
  ten three 15 90 three five twice half 24 five five half half ten 24 503 503 seven 35 three 401 20 200 3
infra/lasting/README.md
  1.0.0 two 1.0.0 third 1 half 1.0.0 two
shared/README.md
  3.1 3.0 8 403 12 34 3 12 4217 8 2 twice 400 3339 0 100 100 1 20 256 1,000 1,000 400 5 3,000 12 24 4 20 429 9457 100
  400 401 403 404 413 10 429 431 10,240 500 503 30 409 429 two twice ten 30 47 five 12.34 five 8 0.3 0.5 60 0 1 0.5 6
  22 45 four 3 third 400 half 100 10 twice two two ten two eight 15 half
shared/client/README.md
  6.5 5.9 20 22 five ten 4217 two third half 401 403 half
shared/client/examples/bot/README.md
  60 5
shared/client/examples/panel/README.md
  two third 5 fifty 9
shared/client/examples/relay/README.md
  12.34 7474 22 8080 503
shared/endpoints/README.md
  five twice 24 2 5 30 5 30 2 5 7 9 half 30 15 ten 300 410 hundred seven five 5 five
shared/providers/README.md
  400 401 twice 1 4,096 4,000 2,000 100 90 25 20 30 403 403 404 401 404 64 1,000 128 20 five 50 64 two 500 512 two
shared/providers/discord.md
  409 2,000 25 512 30 47 2,000 64 429 404 30 60 5 2 2017 10008 10015 50006 50027 220001 101
shared/providers/donationAlerts.md
  three 60 50
shared/providers/kick.md
  372 407
shared/providers/kofi.md
  1
shared/providers/manual.md
  ten five 24 32 3 12 4217 two twice 400 200
shared/providers/max.md
  4,000 90 three 30
shared/providers/streamElements.md
  three
shared/providers/streamlabs.md
  three
shared/providers/stripe.md
  2024 10 28 eight three 255 0 three
shared/providers/telegram.md
  ten ten 4,096 100 47 48 20
shared/providers/twitch.md
  10 100 400 10,000 100 100
shared/providers/vkLive.md
  50 two
shared/providers/yookassa.md
  503 16 512
shared/providers/youtube.md
  ten 10,000 two 50 503 404
shared/service/openDonationAssistant.md
  22 2026 401 401 400 401 20 100 20 100 401
test/README.md
  500 two two two 5 1001234567890
test/REFERENCE.md
  120 108 two 2,000 504 2,000 200 seven 17 1 1 0 2 1 120 30 three 100 3,000 20,000 3,000 three 169 56 500 240 95
  hundred 80 2026
test/harness/README.md
  2 1 four five 0 127.0.0.1 1 300 9229 two 2.0 5 two 403 700 600 22.18 24 17 2 four
`

const rows = [...stated.matchAll(/^(\S+)\n((?: {2}.+\n)*)/gm)].map(([, path = '', numbers = '']) => ({
  path,
  expected: numbers.trim().split(/\s+/),
}))

const words = 'half|third|two|three|four|five|six|seven|eight|nine|ten|fifty|hundred|twice'
const numbers = new RegExp(`(?<![\\w.])\\d(?:[\\d,.]*\\d)?|\\b(?:${words})\\b`, 'g')

const numbersOf = (path: string): readonly string[] =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    .replace(/^## (?:The bill|\[1)[\s\S]*/m, '')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/^<!-- (\w+) -->$[\s\S]*?^<!-- \/\1 -->$/gm, '')
    .replaceAll(/\]\([^)]*\)|https?:\/\/\S+/g, '')
    .replaceAll(/^(?:#+ )? *\d+\. /gm, '')
    .match(numbers) ?? []

test.each(rows)('the numbers of $path are those that are stated here too', ({ path, expected }) => {
  expect(numbersOf(path)).toEqual(expected)
})
