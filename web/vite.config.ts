import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { developDocuments } from './build/develop-documents.ts'

/** Some of these want other names for newer properties: the build writes them out. */
const cssTarget = ['chrome111', 'safari16.4', 'firefox121']

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server's own addresses, which the development server hands on. */
const serverPaths = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/realtime/v1',
  '/api',
  '/widget',
  '/hooks',
  '/l/',
  '/brand',
  '/service-worker.js',
  '/healthz',
]

/**
 * How the web application is built.
 * @param server where the program answers while developing, e.g. http://localhost:3000
 * @param pageConfig JSON for `<meta name="sen-config">` while developing; built pages are filled in by the server
 * @param outDir where the built pages go
 */
export function webConfig({
  server = 'http://localhost:3000',
  pageConfig = '',
  outDir = here('../built/web'),
} = {}): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [developDocuments(server), sonnerWithoutInlineStyle(), headOfThePage(pageConfig)],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      cssTarget,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: false,
      rolldownOptions: {
        onLog(level, log, handle) {
          // "use client" means nothing here, and libraries are full of it.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
        },
        input: { index: here('index.html'), boot: here('boot.ts') },
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
              { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 2 },
              { name: 'supabase', test: /node_modules[\\/]@supabase[\\/](auth|postgrest)-js[\\/]/, priority: 2 },
              // What nearly every screen needs, in one file instead of thirty. Menus, forms, tables, the second step, QR codes, comparisons of texts and what only signing in asks come when they are needed.
              {
                name: 'kit',
                test: /[\\/]web[\\/](kit|parts)[\\/]([\w-]+[\\/])*(?!menu|tooltip|form-dialog|use-form|usual-fields|data-table|diff-text|text-diff|second-step|code-field|canned-repl|qr-code|hosted-page|human-|new-password)[\w.-]+\.tsx?$/,
                priority: 1,
                minShareCount: 5,
              },
            ],
          },
        },
      },
    },
    server: {
      proxy: Object.fromEntries(serverPaths.map(path => [path, { target: server, ws: path === '/realtime/v1' }])),
    },
  }
}

/** The sheet and the moving parts of the public pages, beside the application's own files. React is not among them. */
export function islandsConfig(outDir: string): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    plugins: [darkWithoutScripts()],
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      cssTarget,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: false,
      rolldownOptions: { input: { islands: here('islands.ts'), site: here('site/site.css') } },
    },
  }
}

/** The script in the head of the public pages: so small that it stands in them. */
export function firstScriptConfig(): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('islands/first.ts'), formats: ['iife'], name: 'first' },
    },
  }
}

/** What shows pushes while no page is open. Its name stays: browsers look by it for a newer one. */
export function serviceWorkerConfig(outDir: string): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: false,
      lib: { entry: here('service-worker.ts'), formats: ['iife'], name: 'pushes', fileName: () => 'service-worker.js' },
    },
  }
}

/** What renders the public pages, as a program for Node. */
export function documentsConfig(outDir: string): UserConfig {
  return {
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    build: { ssr: here('documents.tsx'), outDir, emptyOutDir: true, target: 'node22', minify: false },
  }
}

/** Without scripts nobody sets a theme: the device decides. The same colours, once more, under its own question. */
function darkWithoutScripts(): Plugin {
  return {
    name: 'dark-without-scripts',
    enforce: 'pre',
    transform: {
      filter: { id: /site[\\/]site\.css$/ },
      handler(code) {
        const tokens = readFileSync(here('kit/styles/tokens.css'), 'utf8')
        const base = readFileSync(here('kit/styles/base.css'), 'utf8')
        const dark = [tokens, base].map(sheet => /\[data-theme='dark'\] \{([^}]*)\}/.exec(sheet)?.[1])
        if (dark.includes(undefined)) throw new Error('The colours of the dark theme were not found.')
        const still = `:root:not([data-theme='light'])`
        return `${code}\n@media (prefers-color-scheme: dark) {\n${still} {${dark.join('')}}\n}\n`
      },
    },
  }
}

/** Sonner puts a style element into the page, which our content security policy refuses; app.css imports its sheet. */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    transform: {
      filter: { id: /node_modules[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
      handler: code => code.replace(/^__insertCSS\(".*"\);?$/m, ''),
    },
  }
}

/** What must come before the first paint: the theme's small script, and the two halves of the running font. */
function headOfThePage(pageConfig: string): Plugin {
  return {
    name: 'head-of-the-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) {
          const filled = html.replace('__SEN_CONFIG__', pageConfig.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
          return filled.replace('<title>', '<script type="module" src="/boot.ts"></script><title>')
        }
        const files = Object.values(bundle)
        const boot = files.find(file => file.type === 'chunk' && file.name === 'boot')
        const fonts = files.filter(file => /hanken-grotesk-(latin|vietnamese)-wght/.test(file.fileName))
        if (!boot || fonts.length !== 2) throw new Error('The theme script or the fonts are missing from the build.')
        const preloads = fonts.map(
          font => `<link rel="preload" as="font" type="font/woff2" href="/${font.fileName}" crossorigin />`,
        )
        const first = [`<script src="/${boot.fileName}"></script>`, ...preloads].join('\n    ')
        return layersFirst(html.replace(/<meta name="viewport"[^>]*>/, viewport => `${viewport}\n    ${first}`))
      },
    },
  }
}

/** The sheet that names the order of the layers comes before every other sheet, whatever chunk they came from. */
function layersFirst(html: string): string {
  const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? []
  const main = sheets.filter(sheet => /assets\/index-/.test(sheet))
  if (main.length !== 1) throw new Error('The main style sheet is missing from the page.')
  const rest = sheets.filter(sheet => !main.includes(sheet))
  const without = sheets.reduce((left, sheet) => left.replace(sheet, ''), html)
  return without.replace('</head>', `${main.join('')}${rest.join('')}  </head>`)
}

export default defineConfig(webConfig())
