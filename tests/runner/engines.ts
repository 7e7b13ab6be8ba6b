import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const allEngines = ['embedded', 'postgresql'] as const
export type EngineName = (typeof allEngines)[number]

const onBoth: { files: RegExp; because: string }[] = [
  {
    files:
      /^server\/platform\/\w+\/(broadcast|changes|database|jobs|postgresql-engine|rate-limit|maintain-embedded)\.test/,
    because: 'drives the engine itself: transactions, wake-ups, the queue',
  },
  { files: /^tests\/policies\//, because: 'row-level security is the last wall between two shops' },
  {
    files: /^tests\/(backup\/plain-role|kill\/chaos)/,
    because: 'only PostgreSQL has roles of an operator’s own, and several processes',
  },
  { files: /^tests\/backup\/import/, because: 'what a kill in the middle of it leaves behind is the engine’s work' },
  {
    files:
      /^tests\/attacks\/(costly-actions|halting|links-that-never-end|pages-by-query|promised-deletion|slow-\w+|training-queues|wide-embedding)\.test/,
    because: 'each engine is halted, or filled, in its own way',
  },
  { files: /^tests\/kill\/(kill|broadcast)\.test/, because: 'what a kill leaves behind is the engine’s work' },
  {
    files: /(at-once|races|lock-order|fetch-profile|reserve)\.test/,
    because: 'a race: the embedded database has one session, PostgreSQL many',
  },
  { files: /^tests\/upgrades\//, because: 'tables and rows of earlier versions are changed on each engine' },
  { files: /^tests\/wire\/(rest|two-processes)/, because: 'statements are made from requests' },
  { files: /^tests\/payments\/(any-order|every-method)/, because: 'money, by dice' },
]

export function reasonForBoth(file: string): string | undefined {
  return onBoth.find(({ files }) => files.test(file))?.because
}

/** Several sessions at once show a race, which the embedded database has not. Journeys press too slowly for one. */
const racing = /\b(?:test|it)\(\s*['"`].*\bat once\b/

export function isRacing(file: string): boolean {
  if (file.startsWith('tests/journeys/')) return false
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
  return racing.test(text) && /\bPromise\.all(Settled)?\(/.test(text)
}

/** Others alternate daily; one with a race meets PostgreSQL every day. `day`: days since 1970. */
export function enginesOf(file: string, day: number): readonly EngineName[] {
  if (reasonForBoth(file)) return allEngines
  const odd = (createHash('sha256').update(file).digest()[0] ?? 0) % 2
  if ((odd + day) % 2 === 1) return ['postgresql']
  return isRacing(file) ? allEngines : ['embedded']
}
