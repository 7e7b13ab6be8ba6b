import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ImportGraph, reachedBy } from './import-graph.ts'
import { root } from './test-files.ts'
import type { TestGroup, TestRun } from './test-times.ts'

/** More would keep one core busy at the end while the others idle. */
const maxGroup = 16
/** A journey takes as long as ten other files. */
const maxJourneys = 6
/** Their load is not in their own process. */
const alwaysAlone = /^(tests\/(kill|processes)|benchmarks)\//
/** Replaces a channel for the life of the process. */
const standIn = 'tests/fixtures/scripted-kind.ts'
/** Process-wide hooks, environment and globals. */
const touchesAll =
  /^(before|after|beforeEach|afterEach)\(|process\.env(\[|\.)[^=\n]*=[^=]|delete process\.env|mock\.module|globalThis\.\w+ = |(assign|method)\(globalThis,|process\.(exit|chdir|on)\(|syncBuiltinESMExports\(|setDefaultCACertificates\(/m

/** Sharing a process saves loading the program and opening a database. */
export function groupRuns(runs: TestRun[], graph: ImportGraph): TestGroup[] {
  const standingIn = reachedBy(graph, [standIn])
  const groups: TestGroup[] = []
  const open = new Map<string, TestGroup>()
  for (const { file, engine } of runs) {
    const kind = `${engine} ${folderOf(file)} ${standingIn.has(file)}`
    const group = open.get(kind)
    const alone = alwaysAlone.test(file) || touchesAll.test(readFileSync(join(root, file), 'utf8'))
    const maxFiles = file.startsWith('tests/journeys/') ? maxJourneys : maxGroup
    if (!alone && group && group.files.length < maxFiles) {
      group.files.push(file)
      continue
    }
    const begun = { engine, files: [file] }
    groups.push(begun)
    if (!alone) open.set(kind, begun)
  }
  return groups
}

function folderOf(file: string): string {
  const parts = dirname(file).split('/')
  return parts.slice(0, parts[0] === 'tests' ? 2 : 1).join('/')
}
