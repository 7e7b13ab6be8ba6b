// `npm run -s sbom`. No `--omit=dev`: npm would drop runtime parts that a tool also needs; tools carry cdx:npm:package:development.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
const ours = process.env['npm_execpath']
const [npm, ...first] = ours?.endsWith('.js') ? [process.execPath, ours] : ['npm']
const { status, stdout, stderr } = spawnSync(npm ?? 'npm', [...first, ...words], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 100_000_000,
})
if (status !== 0) {
  console.error(stderr)
  process.exit(1)
}
type List = { metadata: { component: { name: string } } }
const list = JSON.parse(stdout) as List
list.metadata.component.name = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }).name
console.log(JSON.stringify(list, null, 2))
