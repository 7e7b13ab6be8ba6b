import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EngineName } from './engines.ts'

const cacheFile = join(import.meta.dirname, '../../node_modules/.cache/sen/test-times.json')
/** Milliseconds on this machine, by engine and path. */
type Times = Record<string, number>

export type TestRun = { file: string; engine: EngineName }
export type TestGroup = { files: string[]; engine: EngineName }

const thisRun = new Map<string, TestRun & { ms: number }>()
const keyOf = ({ file, engine }: TestRun) => `${engine} ${file}`

function readTimes(): Times {
  try {
    return existsSync(cacheFile) ? (JSON.parse(readFileSync(cacheFile, 'utf8')) as Times) : {}
  } catch {
    return {} // another run is writing it
  }
}

export function rememberTime(run: TestRun, ms: number): void {
  thisRun.set(keyOf(run), { ...run, ms })
}

export function saveTimes(): void {
  const measured = Object.fromEntries([...thisRun].map(([key, { ms }]) => [key, Math.round(ms)]))
  mkdirSync(dirname(cacheFile), { recursive: true })
  writeFileSync(cacheFile, JSON.stringify({ ...readTimes(), ...measured }))
}

/** By the last run's times, or by kind on a new machine, so that no slow file runs alone at the end. */
export function slowestFirst(groups: TestGroup[]): TestGroup[] {
  const times = readTimes()
  const last = ({ files, engine }: TestGroup) =>
    files.reduce((sum, file) => sum + (times[keyOf({ file, engine })] ?? defaultTime(file)), 0)
  const nameOf = ({ files, engine }: TestGroup) => `${engine} ${files.join(' ')}`
  return [...groups].sort((one, other) => last(other) - last(one) || (nameOf(one) < nameOf(other) ? -1 : 1))
}

function defaultTime(file: string): number {
  if (file.startsWith('tests/kill/')) return 60_000
  return file.startsWith('tests/journeys/') ? 30_000 : 3000
}

export function describeTimes(): string {
  const kinds = new Map<string, { files: number; ms: number }>()
  for (const { file, engine, ms } of thisRun.values()) {
    const name = `${kindOf(file)} | ${engine}`
    const kind = kinds.get(name) ?? { files: 0, ms: 0 }
    kinds.set(name, { files: kind.files + 1, ms: kind.ms + ms })
  }
  const byKind = [...kinds].sort(([, one], [, other]) => other.ms - one.ms)
  const slowest = [...thisRun.values()].sort((one, other) => other.ms - one.ms).slice(0, 40)
  return [
    '| kind | database | files | seconds |',
    '|---|---|---|---|',
    ...byKind.map(([name, { files, ms }]) => `| ${name} | ${files} | ${seconds(ms)} |`),
    '',
    '| file | database | seconds |',
    '|---|---|---|',
    ...slowest.map(({ file, engine, ms }) => `| ${file} | ${engine} | ${seconds(ms)} |`),
    '',
  ].join('\n')
}

function kindOf(file: string): string {
  const words = file.split('/')
  return words.slice(0, words[0] === 'server' && words[1] !== 'platform' ? 3 : words[0] === 'tests' ? 2 : 1).join('/')
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
