import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
/** Answered here, never by a server: https, as in a shop, since some of a browser's functions need it. */
export const testOrigin = 'https://page.test'

type Files = { script: string; sheet: string }
const bundled = new Map<string, Promise<Files>>()

/**
 * Opens a page that shows one part of the application alone. What it asks the API is answered by the routes of the test.
 * @param file renders it into `#root`; a path from the repository's root
 */
export async function openTestPage(page: Page, file: string, query = ''): Promise<void> {
  if (!bundled.has(file)) bundled.set(file, bundle(file))
  const { script, sheet } = await bundled.get(file)!
  const config = JSON.stringify({ anonKey: 'test' }).replaceAll('"', '&quot;')
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${basename(file)}</title>`
  const html = `<!doctype html><html lang="en"><head>${head}<meta name="sen-config" content="${config}"><link rel="stylesheet" href="/page.css"></head>
<body><main id="root"></main><script src="/page.js"></script></body></html>`
  await page.route(`${testOrigin}/${query}`, route => route.fulfill({ contentType: 'text/html', body: html }))
  await page.route(`${testOrigin}/page.js`, route => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route(`${testOrigin}/page.css`, route => route.fulfill({ contentType: 'text/css', body: sheet }))
  // Nothing of it comes from elsewhere.
  page.setDefaultTimeout(10_000)
  await page.goto(`${testOrigin}/${query}`)
}

/** One script and one style sheet, with React as shops get it. */
async function bundle(file: string): Promise<Files> {
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // The run calls itself a test, which would be React's other half.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(root, file), formats: ['iife'], name: 'page' },
      rolldownOptions: {
        onLog(level, log, handle) {
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
        },
      },
    },
  })
  const output = [result].flat().flatMap(made => ('output' in made ? made.output : []))
  const script = output.map(made => (made.type === 'chunk' ? made.code : '')).join('\n')
  const sheet = output.map(made => (made.type === 'asset' ? String(made.source) : '')).join('\n')
  return { script, sheet }
}
