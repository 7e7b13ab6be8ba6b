import { createHash } from 'node:crypto'

export const allEngines = ['embedded', 'postgresql'] as const
export type EngineName = (typeof allEngines)[number]

const onBoth: { files: RegExp; because: string }[] = [
  {
    files:
      /^server\/platform\/\w+\/(broadcast|changes|database|jobs|postgresql-engine|rate-limit|maintain-embedded)\.test/,
    because: 'drives the engine itself: transactions, wake-ups, the queue',
  },
  { files: /^tests\/policies\//, because: 'row-level security is the last wall between two shops' },
  { files: /^tests\/backup\/plain-role/, because: 'only PostgreSQL has roles of an operator’s own' },
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
  { files: /^tests\/wire\/(rest|two-processes)/, because: 'statements are made from requests' },
  { files: /^tests\/payments\/(any-order|every-method)/, because: 'money, by dice' },
]

export function reasonForBoth(file: string): string | undefined {
  return onBoth.find(({ files }) => files.test(file))?.because
}

/** A file that does not need both databases alternates daily. `day`: days since 1970. */
export function enginesOf(file: string, day: number): readonly EngineName[] {
  if (reasonForBoth(file)) return allEngines
  const odd = (createHash('sha256').update(file).digest()[0] ?? 0) % 2
  return [(odd + day) % 2 === 0 ? 'embedded' : 'postgresql']
}
