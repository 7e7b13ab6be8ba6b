import { spawnSync } from 'node:child_process'
import { findBrowser, installBrowser } from '../setup/installed-browsers.ts'
import { type ImportGraph, reachedBy } from './import-graph.ts'
import { findTestFiles, root } from './test-files.ts'

const inFirefox = 'tests/journeys/firefox.test.ts'
const everywhere = /^(package-lock\.json|tsconfig.*|run\.mjs)$/

/** `words`: parts of paths, any of which must match; none: all files. */
export function chooseFiles(graph: ImportGraph, words: string[], changed: boolean): string[] {
  const named = findTestFiles().filter(file => words.length === 0 || words.some(word => file.includes(word)))
  const chosen = changed ? reachedByChanges(graph, named) : named
  return chosen.includes(inFirefox) && !haveFirefox() ? chosen.filter(file => file !== inFirefox) : chosen
}

function reachedByChanges(graph: ImportGraph, files: string[]): string[] {
  const changes = listChanges()
  if (changes.some(file => everywhere.test(file))) return files
  const reached = reachedBy(graph, changes)
  return files.filter(file => reached.has(file))
}

function listChanges(): string[] {
  const words = ['status', '--porcelain', '-z', '--untracked-files=all', '--no-renames']
  const { stdout, status } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error('--changed needs git and a repository.')
  return stdout
    .split('\0')
    .filter(Boolean)
    .map(line => line.slice(3))
}

/** Without an installable Firefox only Chromium is tested. */
function haveFirefox(): boolean {
  try {
    return Boolean(findBrowser('firefox') ?? installBrowser('firefox'))
  } catch (error) {
    console.log(`${(error as Error).message} ${inFirefox} is not run.`)
    return false
  }
}
