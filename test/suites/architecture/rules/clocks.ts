import { forbidCode, type Rule } from '../rule.ts'
import { type SourceFile, within } from '../sourceFile.ts'

/** Entry points are left out: they hand the time and the chance in, and measure how long they take. */
const isProduct = within('functions', 'infra', 'shared')

const productExcept =
  (...places: readonly string[]) =>
  (file: SourceFile): boolean =>
    isProduct(file) && !within(...places)(file)

/** What decides by the time or by chance takes a clock, an instant or a chance as a parameter, so that a test can say what it is. */
export const clockRules: readonly Rule[] = [
  {
    name: 'the time is read in one place',
    reason: 'what decides by the time takes a clock or an instant as a parameter: `clock = systemClock`',
    check: forbidCode(
      productExcept('shared/runtime/time/clock.ts'),
      /\bDate\s*\.\s*now\b|\bnew Date\b(?!\s*\(\s*[^\s)])|(?<!\bnew )\bDate\(|\bperformance\s*\.\s*now\b|\bhrtime\b|\bTemporal\.Now\b/g,
    ),
    bad: [
      { 'shared/areas/news/rules.ts': 'const isOld = ({ at }: Entry) => at < Date.now()' },
      { 'functions/news/addNews.ts': 'const date = new Date().toISOString()' },
      { 'functions/news/addNews.ts': 'const date = new Date' },
      { 'shared/web/client/live/feed.ts': 'const startedAt = performance.now()' },
      { 'infra/operators/replayDue.ts': 'const clock = process.hrtime.bigint' },
      { 'shared/areas/news/rules.ts': 'const year = Date().slice(11, 15)' },
      { 'shared/areas/news/rules.ts': 'export const isOld = (at: number, now = Date.now) => at < now()' },
    ],
    good: [
      { 'shared/areas/news/rules.ts': 'const at = new Date(now).toISOString() // not Date.now()' },
      { 'shared/areas/news/rules.ts': 'const at = Date.parse(text) + Date.UTC(2026)' },
      { 'shared/areas/news/rules.ts': 'const read = (from: Date): number => from.getTime()' },
      { 'shared/runtime/time/clock.ts': 'export const systemClock: Clock = () => Date.now()' },
      { 'test/suites/unit/news/rules.test.ts': 'const now = Date.now()' },
      { 'bin/demo.ts': 'const startedAt = Date.now()' },
    ],
  },
  {
    name: 'chance is drawn in one place, ids and secrets in another, and the keys of a browser in a third',
    reason: 'what decides by chance takes it as a parameter: `chance = systemChance`',
    check: (files) => [
      ...forbidCode(productExcept('shared/runtime/chance.ts'), /\bMath\s*\.\s*random\b/g)(files),
      ...forbidCode(
        // The replacements of the SDK's modules draw its ids as those modules do.
        productExcept('shared/runtime/ids.ts', 'shared/web/client/live/newKey.ts', 'infra/bundling/bundle'),
        /\b(?:randomUUID|randomBytes|randomInt|randomFill(?:Sync)?|getRandomValues)\b|\bfrom 'uuid'/g,
      )(files),
    ],
    bad: [
      { 'shared/mechanisms/store/batchGet.ts': 'const delay = Math.random() * 100' },
      { 'shared/areas/messenger/announcement.ts': "import { randomUUID } from 'node:crypto'" },
      { 'shared/web/client/live/feed.ts': 'const name = crypto.randomUUID()' },
      { 'functions/news/addNews.ts': "import { v4 } from 'uuid'" },
    ],
    good: [
      { 'shared/mechanisms/store/batchGet.ts': 'const delay = backoffMs(attempt, 20)' },
      { 'shared/runtime/ids.ts': 'export const randomId = (): string => randomUUID()' },
    ],
  },
  {
    name: 'clock and chance of the system are defaults or arguments, and nobody calls them',
    reason: 'a call of them inside of what decides is `Date.now()` by another name',
    check: forbidCode(isProduct, /\bsystem(?:Clock|Chance)\s*\(/g),
    bad: [
      { 'shared/areas/news/rules.ts': 'const isOld = ({ at }: Entry) => at < systemClock()' },
      { 'shared/areas/media/rules.ts': 'const place = systemChance() * items.length' },
    ],
    good: [
      { 'shared/areas/news/newsRepository.ts': 'const newsRepository = (client: Client, clock = systemClock) => ({})' },
    ],
  },
]
