// `npm run check`: two tools at a time; prints output only on findings.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkHouse } from './house-rules.ts'

const root = join(import.meta.dirname, '../..')
const library = (file: string) => join(root, 'node_modules', file)

type Check = { name: string; run: () => Promise<string | undefined> }
type Finding = { name: string; ms: number; problem: string | undefined }

const checks: Check[] = [
  { name: 'types', run: () => tool(library('typescript/bin/tsc'), '-b', '--pretty', 'false') },
  { name: 'lint', run: () => tool(library('oxlint/bin/oxlint'), '--type-aware') },
  { name: 'layout', run: () => tool(library('oxfmt/bin/oxfmt'), '--check') },
  { name: 'unused code', run: () => tool(library('knip/bin/knip.js'), '--no-config-hints') },
  { name: 'generated files', run: () => tool(join(root, 'database/write-generated.ts'), '--check') },
  { name: 'statements', run: () => tool(join(root, 'tests/runner/statements/check-statements.ts')) },
  { name: 'house rules', run: async () => checkHouse(root) },
]

export async function check(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks]
  const findings: Finding[] = []
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = performance.now()
      const problem = await next.run()
      const finding = { name: next.name, ms: performance.now() - began, problem }
      findings.push(finding)
      console.log(`${problem === undefined ? '✔' : '✖'} ${finding.name} (${(finding.ms / 1000).toFixed(1)} s)`)
      if (problem !== undefined) console.log(`${problem}\n`)
    }
  }
  await Promise.all([work(), work()])
  const failed = findings.filter(finding => finding.problem !== undefined).length
  return { passed: findings.length - failed, failed }
}

function tool(file: string, ...options: string[]): Promise<string | undefined> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [file, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    let output = ''
    const onOutput = (text: Buffer) => (output += text.toString())
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.on('error', error => resolve(error.message))
    child.on('close', code => resolve(code === 0 ? undefined : output.trim() || `ended with ${code}`))
  })
}

if (import.meta.main) {
  const { passed, failed } = await check()
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
