import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, createBuilder } from 'vite'
import { buildDocuments } from './build/write-documents.ts'
import { serviceWorkerConfig, webConfig } from './vite.config.ts'

// Builds the web application and the widget into built/, with .br and .gz files so that the server never compresses.

const built = resolve(import.meta.dirname, '../built')
const widgetConfig = resolve(import.meta.dirname, '../widget/vite.config.ts')
const worthIt = /\.(?:js|css|html|json|svg|txt)$/
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

try {
  await Promise.all([buildWeb(), buildWidget()])
  console.log('The web application and the widget are built.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Built aside and swapped at the end, so that nobody gets a half-built version. */
async function buildWeb(): Promise<void> {
  const [place, beside] = [join(built, 'web'), join(built, `web-${process.pid}`)]
  try {
    await build({ ...webConfig({ outDir: beside }), configFile: false })
    await build({ ...serviceWorkerConfig(beside), configFile: false })
    await buildDocuments(beside)
    await compressFolder(join(beside, 'assets'))
    rmSync(place, { recursive: true, force: true })
    renameSync(beside, place)
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

async function buildWidget(): Promise<void> {
  const builder = await createBuilder({ configFile: widgetConfig })
  await builder.buildApp()
  await compressFolder(join(built, 'widget'))
}

async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => worthIt.test(file))
  await Promise.all(files.map(file => compressFile(join(folder, file))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file)
  const [small, smaller] = await Promise.all([
    gzipped(bytes, { level: 9 }),
    brotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ])
  if (small.length < bytes.length) writeFileSync(`${file}.gz`, small)
  if (smaller.length < bytes.length) writeFileSync(`${file}.br`, smaller)
}
