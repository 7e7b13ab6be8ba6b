import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ImportGraph, reachedBy } from './import-graph.ts'
import { root } from './test-files.ts'
import type { TestGroup, TestRun } from './test-times.ts'

/** More would keep one core busy at the end, when the others have nothing to do. */
const atMost = 10
/** Journeys take as long as ten others: a few of them, for the same reason. */
const journeysAtMost = 3
/** Programs and kills: what they take is not in their own process. */
const alwaysAlone = /^(tests\/(kill|processes)|benchmarks)\//
/** It takes a channel's place for as long as the process lives. */
const standIn = 'tests/fixtures/scripted-kind.ts'
/** What outlives a file's tests, or changes for all: hooks of a whole process, its environment, its globals. */
const touchesAll =
  /^(before|after|beforeEach|afterEach)\(|process\.env(\[|\.)[^=\n]*=[^=]|delete process\.env|mock\.module|globalThis\.\w+ = |process\.(exit|chdir|on)\(/m

/**
 * Files that share a process, and with it what takes longest about short tests: reading the program and opening a database.
 * Neighbours of a folder go together, those in which something stands in for a channel apart; what touches its whole process has
 * one to itself.
 */
export function groupRuns(runs: TestRun[], graph: ImportGraph): TestGroup[] {
  const standingIn = reachedBy(graph, [standIn])
  const groups: TestGroup[] = []
  const open = new Map<string, TestGroup>()
  for (const { file, engine } of runs) {
    const kind = `${engine} ${folderOf(file)} ${standingIn.has(file)}`
    const group = open.get(kind)
    const alone = alwaysAlone.test(file) || touchesAll.test(readFileSync(join(root, file), 'utf8'))
    const most = file.startsWith('tests/journeys/') ? journeysAtMost : atMost
    if (!alone && group && group.files.length < most) {
      group.files.push(file)
      continue
    }
    const begun = { engine, files: [file] }
    groups.push(begun)
    if (!alone) open.set(kind, begun)
  }
  return groups
}

/** 'server/features/bot', 'tests/wire', 'server/platform', 'shared' */
function folderOf(file: string): string {
  const parts = dirname(file).split('/')
  if (parts[0] === 'server') return parts.slice(0, parts[1] === 'features' ? 3 : 2).join('/')
  return parts.slice(0, parts[0] === 'tests' ? 2 : 1).join('/')
}
