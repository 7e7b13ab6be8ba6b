import type { Passage } from '#features/training/knowledge/knowledge.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { developmentFolder, filesOf, type ParallelSet, readSets } from '../answering/evaluation-sets.ts'
import type { Finding } from '../finding.ts'
import { at, collector, madePassages, used } from '../answering/measure-speed.ts'
import { type SearchEngine, searchEngines } from './search-engines.ts'

const maxMs = 15
const maxMib = 60
const maxBuildMs = 3000

/** Beside MiniSearch and PostgreSQL's full text: accuracy with and without accents, then time and memory over 9,000 passages. */
export async function benchSearch(): Promise<Finding[]> {
  const [set] = readSets(filesOf(developmentFolder)).parallel
  if (!set) throw new Error('The development set is missing.')
  const findings: Finding[] = []
  for (const [name, open] of Object.entries(searchEngines)) {
    const ours = name === 'Sen'
    const engine = await open(passagesOf(set))
    for (const [how, write] of [
      ['Vietnamese', (text: string) => text],
      ['Vietnamese without marks', fold],
    ] as const) {
      const share = await firstIsRight(engine, set, write)
      findings.push({
        name: `${name}, ${how}: right passage first`,
        value: share * 100,
        unit: '%',
        aim: ours ? 96.5 : undefined,
        fails: ours && share < 0.93,
      })
    }
    await engine.close()
    findings.push(...(await measureLarge(name, open, set)))
  }
  return findings
}

function passagesOf({ passages }: ParallelSet): Passage[] {
  return passages.map(({ id, article, vi }) => ({
    id,
    source_id: article,
    title: article.replaceAll('_', ' '),
    heading: '',
    text: vi,
    start: 0,
    end: vi.length,
  }))
}

async function firstIsRight(engine: SearchEngine, set: ParallelSet, write: (text: string) => string): Promise<number> {
  let right = 0
  for (const { vi, pid } of set.questions) if ((await engine.search(write(vi)))[0] === pid) right++
  return right / set.questions.length
}

async function measureLarge(name: string, open: (typeof searchEngines)[string], set: ParallelSet): Promise<Finding[]> {
  const ours = name === 'Sen'
  const passages = madePassages(set.passages.map(({ vi }) => vi))
  const collect = collector()
  collect()
  const before = used()
  const began = performance.now()
  const engine = await open(passages)
  const built = performance.now() - began
  collect()
  const memory = (used() - before) / 2 ** 20
  const times: number[] = []
  for (const { vi } of set.questions.slice(0, 200)) {
    const asked = performance.now()
    await engine.search(vi)
    times.push(performance.now() - asked)
  }
  const slow = at(
    times.slice(20).sort((a, b) => a - b),
    0.95,
  )
  await engine.close()
  const many = `${passages.length} passages`
  return [
    {
      name: `${name}, ${many}: search p95`,
      value: slow,
      unit: 'ms',
      aim: ours ? maxMs : undefined,
      fails: ours && slow > 4 * maxMs,
    },
    {
      name: `${name}, ${many}: built in`,
      value: built,
      unit: 'ms',
      aim: ours ? maxBuildMs : undefined,
      fails: ours && built > 4 * maxBuildMs,
    },
    {
      name: `${name}, ${many}: memory`,
      value: memory,
      unit: 'MiB',
      aim: ours ? maxMib : undefined,
      fails: ours && memory > 2 * maxMib,
      ...(name.startsWith('PGlite') && { more: 'the heap alone; its database lies in memory of its own' }),
    },
  ]
}
