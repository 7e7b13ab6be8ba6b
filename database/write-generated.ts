// `npm run rows`: writes what is generated of the migrations and settings; `--check` only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleEnvironment } from '#server/config.ts'
import { generateRows } from './generate-rows.ts'

const root = join(import.meta.dirname, '..')
const { rows, productRows } = await generateRows()
const files: Record<string, string> = {
  'shared/rows.ts': rows,
  'server/supabase/rest/product-rows.ts': productRows,
  '.env.example': exampleEnvironment(),
}

for (const [name, text] of Object.entries(files)) {
  const file = join(root, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (process.argv.includes('--check')) {
    console.error(`${name} is out of date: run \`npm run rows\`.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`${name} is written.`)
  }
}
