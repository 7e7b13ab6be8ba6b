import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type EngineName } from './engines.ts'

const kept = join(import.meta.dirname, '../../node_modules/.cache/sen/test-times.json')
/** Milliseconds of each file, by engine and path; of this machine. */
type Times = Record<string, number>

const thisRun = new Map<string, { file: string; ms: number }>()

function readTimes(): Times {
  try {
    return existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Times) : {}
  } catch {
    return {} // another run is writing it
  }
}

export function rememberTimes(engine: EngineName, times: Map<string, number>): void {
  for (const [file, ms] of times) thisRun.set(`${engine} ${file}`, { file, ms })
  const measured = Object.fromEntries([...thisRun].map(([key, { ms }]) => [key, Math.round(ms)]))
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify({ ...readTimes(), ...measured }))
}

/** So that no slow file is left for the end, when the other cores have nothing to do: by the last run here, new files first. */
export function slowestFirst(engine: EngineName, files: string[]): string[] {
  const times = readTimes()
  const last = (file: string) => times[`${engine} ${file}`] ?? Infinity
  return [...files].sort((one, other) => last(other) - last(one) || (one < other ? -1 : 1))
}

/** Two Markdown tables of this run: seconds by kind, and the slowest files. */
export function describeTimes(): string {
  const kinds = new Map<string, { files: number; ms: number }>()
  for (const [key, { file, ms }] of thisRun) {
    const name = `${kindOf(file)} | ${key.split(' ', 1)[0]}`
    const kind = kinds.get(name) ?? { files: 0, ms: 0 }
    kinds.set(name, { files: kind.files + 1, ms: kind.ms + ms })
  }
  const byKind = [...kinds].sort(([, one], [, other]) => other.ms - one.ms)
  const slowest = [...thisRun].sort(([, one], [, other]) => other.ms - one.ms).slice(0, 40)
  return [
    '| kind | database | files | seconds |',
    '|---|---|---|---|',
    ...byKind.map(([name, { files, ms }]) => `| ${name} | ${files} | ${seconds(ms)} |`),
    '',
    '| file | database | seconds |',
    '|---|---|---|',
    ...slowest.map(([key, { file, ms }]) => `| ${file} | ${key.split(' ', 1)[0]} | ${seconds(ms)} |`),
    '',
  ].join('\n')
}

/** 'tests/wire', 'server/features/bot', 'web' */
function kindOf(file: string): string {
  const words = file.split('/')
  return words.slice(0, words[0] === 'server' && words[1] !== 'platform' ? 3 : words[0] === 'tests' ? 2 : 1).join('/')
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
