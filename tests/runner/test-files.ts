import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'

export const root = join(import.meta.dirname, '../..')
const folders = ['shared', 'server', 'database', 'widget', 'web', 'dev', 'benchmarks', 'tests']

export type Counts = { passed: number; failed: number }
/** A file in which something failed, and what failed, a text each. */
type FailedFile = { file: string; told: string[] }
/** times: how long each file took, in milliseconds. */
type Outcome = Counts & { failures: FailedFile[]; times: Map<string, number> }

/** Every test file, as paths from the root. */
export function findTestFiles(): string[] {
  return folders
    .filter(folder => existsSync(join(root, folder)))
    .flatMap(folder => {
      const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      return entries
        .filter(name => name.endsWith('.test.ts'))
        .map(name => join(folder, name))
        .sort()
    })
}

/**
 * Runs test files, each in a process of its own. One line per file; what failed is told whole. A test that was left out counts as
 * failed, and so does a file without tests.
 * @param atOnce how many files at a time
 * @param minutes how long a file may take
 */
export async function runTestFiles(
  files: string[],
  atOnce: number,
  minutes: number,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const counts: Outcome = { passed: 0, failed: 0, failures: [], times: new Map() }
  const said = new Map<string, string>()
  const failures = new Map<string, string[]>()
  const note = (file: string, text: string) => failures.set(file, [...(failures.get(file) ?? []), text])
  const stream = run({
    files: files.map(file => join(root, file)),
    concurrency: atOnce,
    isolation: 'process',
    timeout: minutes * 60_000,
    forceExit: true,
    env: environment,
  })
  for await (const event of stream) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      said.set(event.data.file ?? '', (said.get(event.data.file ?? '') ?? '') + event.data.message)
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') {
      if (event.type === 'test:summary' && event.data.file)
        tell(event.data.file, event.data.counts.passed, event.data.duration_ms)
      continue
    }
    const { name, file = '', details, skip, todo } = event.data
    if (details.type === 'suite') continue
    const leftOut = skip !== undefined || todo !== undefined
    if (event.type === 'test:pass' && !leftOut && name !== file) {
      counts.passed++
      continue
    }
    counts.failed++
    if (leftOut) note(file, `${name}: was left out`)
    else if (event.type === 'test:fail') note(file, `${name}\n${describe(event.data.details.error)}`)
    else note(file, 'There are no tests in it.')
    if (name === file) tell(file, 0, details.duration_ms)
  }
  return counts

  function tell(file: string, passed: number, ms: number): void {
    counts.times.set(relative(root, file), ms)
    const problems = failures.get(file) ?? []
    console.log(`${problems.length > 0 ? '✖' : '✔'} ${relative(root, file)}: ${passed} (${(ms / 1000).toFixed(1)} s)`)
    if (problems.length === 0) return
    const told = problems.map(indent)
    for (const problem of told) console.log(problem)
    counts.failures.push({ file: relative(root, file), told })
    const output = said.get(file)?.trim()
    if (output) console.log(indent(`It said:\n${output.slice(-4000)}`))
    failures.delete(file)
  }
}

function describe(error: Error): string {
  const cause = error.cause ?? error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4 }).split('\n').slice(0, 16).join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}
