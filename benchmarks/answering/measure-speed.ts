import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { findPassages } from '#features/training/search/find-passages.ts'
import { Knowledge, type Passage } from '#features/training/knowledge/knowledge.ts'
import { readQuery } from '#features/training/search/query.ts'

export const manyPassages = 9_000

export type Speed = {
  passages: number
  index_ms: number
  search_p50_ms: number
  search_p95_ms: number
  memory_mib: number
}

export function measureSpeed(texts: string[], questions: string[]): Speed {
  const passages = madePassages(texts)
  const collect = collector()
  collect()
  const before = used()
  const started = performance.now()
  const knowledge = new Knowledge(passages)
  const built = performance.now() - started
  collect()
  const memory = (used() - before) / 2 ** 20
  const times = questions.slice(0, 300).map(question => {
    const asked = performance.now()
    findPassages(knowledge, readQuery(question))
    return performance.now() - asked
  })
  const warm = times.slice(20).sort((a, b) => a - b)
  return {
    passages: knowledge.passages.length,
    index_ms: Math.round(built),
    search_p50_ms: at(warm, 0.5),
    search_p95_ms: at(warm, 0.95),
    memory_mib: Math.round(memory * 10) / 10,
  }
}

export function madePassages(texts: string[]): Passage[] {
  const sentences = texts.flatMap(text => text.split(/(?<=[.!?])\s+/))
  return Array.from({ length: manyPassages }, (_, i) => {
    const parts: string[] = []
    for (
      let at = (i * 7919) % sentences.length;
      parts.join(' ').length < 650;
      at = (at + 101 + (i % 13)) % sentences.length
    )
      parts.push(sentences[at]!)
    const text = `${i}. ${parts.join(' ')}`
    return { id: String(i), source_id: String(i), title: '', heading: '', text, start: 0, end: text.length }
  })
}

export function used(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Collects twice: buffers found unused by the first collection are counted until they have been swept. */
export function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  return () => {
    collect()
    collect()
  }
}

export function at(sorted: number[], share: number): number {
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100
}
