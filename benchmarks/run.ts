// `npm run bench [-- NAME]`: on the embedded database, and on PostgreSQL too if TEST_DATABASE_URL is set.
import { benchCampaigns } from './campaigns/campaigns.ts'
import { benchFanOut } from './load/fan-out.ts'
import type { Finding } from './finding.ts'
import { benchGroups } from './campaigns/groups.ts'
import { benchHalting } from './load/halting.ts'
import { benchHooks } from './load/hooks.ts'
import { benchInbox } from './campaigns/inbox.ts'
import { benchIngest } from './load/ingest.ts'
import { benchRecognise } from './pictures/recognise.ts'
import { benchRows } from './load/rows.ts'
import { benchOverload } from './load/overload.ts'
import { benchSearch } from './search/search.ts'
import { benchSignIn } from './load/sign-in.ts'
import { benchStart } from './load/start.ts'
import { benchTurns } from './load/turns.ts'
import { benchWeb } from './pages/web.ts'

const benches: Record<string, () => Promise<Finding[]>> = {
  broadcast: benchFanOut,
  campaigns: benchCampaigns,
  halting: benchHalting,
  hooks: benchHooks,
  inbox: benchInbox,
  ingest: benchIngest,
  overload: benchOverload,
  recognise: benchRecognise,
  rows: benchRows,
  search: benchSearch,
  'sign-in': benchSignIn,
  start: benchStart,
  turns: benchTurns,
  web: benchWeb,
}

/** By name alone. */
const parts: Record<string, () => Promise<Finding[]>> = { groups: benchGroups }

const [wanted] = process.argv.slice(2)
const names = wanted ? [wanted] : Object.keys(benches)
const server = process.env['TEST_DATABASE_URL']
let failed = false
try {
  for (const name of names) {
    const bench = benches[name] ?? parts[name]
    if (!bench)
      throw new Error(`There is no benchmark "${name}". One of: ${Object.keys({ ...benches, ...parts }).join(', ')}.`)
    delete process.env['TEST_DATABASE_URL']
    print(await bench())
    if (!server) continue
    process.env['TEST_DATABASE_URL'] = server
    print(await bench())
  }
} catch (error) {
  console.error((error as Error).message)
  failed = true
}
// The IPC channel to the parent would keep the process alive.
process.exit(failed ? 1 : 0)

function print(findings: Finding[]): void {
  for (const { name, value, unit, aim, fails, more } of findings) {
    failed ||= fails
    const shown = value < 10 ? value.toFixed(2) : String(Math.round(value))
    console.log(
      `${fails ? '✖' : '✔'} ${name}: ${shown} ${unit} (${aim === undefined ? 'the floor' : `aim ${aim}`})${more ? `; ${more}` : ''}`,
    )
  }
}
