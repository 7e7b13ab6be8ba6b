// `npm run bench [-- NAME]`: each figure beside its aim. On the embedded database, and on PostgreSQL too where TEST_DATABASE_URL names one.
import { benchCampaigns } from './campaigns.ts'
import { benchFanOut } from './fan-out.ts'
import type { Finding } from './finding.ts'
import { benchHalting } from './halting.ts'
import { benchHooks } from './hooks.ts'
import { benchInbox } from './inbox.ts'
import { benchIngest } from './ingest.ts'
import { benchRecognise } from './recognise.ts'
import { benchRows } from './rows.ts'
import { benchOverload } from './overload.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStart } from './start.ts'
import { benchTurns } from './turns.ts'
import { benchWeb } from './web.ts'

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

const [wanted] = process.argv.slice(2)
const names = wanted ? [wanted] : Object.keys(benches)
const server = process.env['TEST_DATABASE_URL']
let failed = false
try {
  for (const name of names) {
    const bench = benches[name]
    if (!bench) throw new Error(`There is no benchmark "${name}". One of: ${Object.keys(benches).join(', ')}.`)
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
// The door that started it listens on a channel, which would hold it open.
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
