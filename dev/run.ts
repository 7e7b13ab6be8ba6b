// `npm run dev`: everything rebuilt at every change, with simulated platforms. Ports: PORT (the web application, 3000) and those after
// it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createBuilder, createServer } from 'vite'
import { webConfig } from '#web/vite.config.ts'
import { makeDemoShop } from './demo-shop.ts'
import { startDevMessenger } from './messenger-shop.ts'
import { startDevModel } from './local-model.ts'
import { startDevPayments } from './local-payments.ts'
import { until } from './shop-client.ts'
import { serveShopPage } from './shop-page-server.ts'
import { startDevZalo } from './zalo-shop.ts'

const root = join(import.meta.dirname, '..')
const port = Number(process.env['PORT'] || 3000)
const dataDir = process.env['DATA_DIR'] || join(root, 'data/dev')
const web = `http://localhost:${port}`
const behind = `http://localhost:${port + 1}`
const shopPage = `http://localhost:${port + 2}`

type PageConfig = { anonKey: string }

/** @param platforms settings for the simulated platforms; the environment takes precedence */
function startServer(platforms: Record<string, string>): void {
  mkdirSync(dataDir, { recursive: true })
  const settings = { PORT: String(port + 1), PUBLIC_URL: web, DATA_DIR: dataDir, NODE_ENV: 'development' }
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...platforms, ...process.env, ...settings },
  })
  const stop = () => child.kill('SIGTERM')
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  child.on('exit', code => process.exit(code ?? 0))
}

/** Embedded database only; a PostgreSQL server gets the day's talks without the weeks. */
async function liveThroughWeeks(): Promise<void> {
  if (existsSync(dataDir) || process.env['DATABASE_URL'] || process.env['DEMO_WEEKS'] === '0') return
  console.log(
    'The demo shop lives through its last four weeks, once. This takes about a minute; DEMO_WEEKS=0 leaves it out.',
  )
  const settings = {
    PORT: String(port),
    PUBLIC_URL: web,
    DATA_DIR: dataDir,
    SHOP_PAGE: shopPage,
    NODE_ENV: 'development',
  }
  const child = spawn(process.execPath, [join(root, 'dev/past/run-past.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', stop)
  process.off('SIGINT', stop)
  if (code !== 0) throw new Error('The weeks of the demo shop were not lived through (see above).')
}

async function readPageConfig(): Promise<{ text: string; config: PageConfig }> {
  const html = await until('the server to be ready', askForPage, 60)
  const attribute = /name="sen-config" content="([^"]*)"/.exec(html)?.[1] ?? '{}'
  const text = attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  return { text, config: JSON.parse(text) as PageConfig }
}

async function askForPage(): Promise<string | undefined> {
  try {
    return (await fetch(`${behind}/readyz`)).ok ? await (await fetch(`${behind}/auth`)).text() : undefined
  } catch {
    return undefined
  }
}

async function serveWeb(pageConfig: string): Promise<void> {
  const config = webConfig({ server: behind, pageConfig })
  const vite = await createServer({
    ...config,
    configFile: false,
    clearScreen: false,
    server: { ...config.server, port, strictPort: true, host: 'localhost' },
  })
  await vite.listen()
}

function rebuildWidget(): void {
  let timer: NodeJS.Timeout | undefined
  async function build(): Promise<void> {
    try {
      await (await createBuilder({ configFile: join(root, 'widget/vite.config.ts') })).buildApp()
      console.log('The widget is built anew.')
    } catch (error) {
      console.error((error as Error).message)
    }
  }
  for (const folder of ['widget', 'shared']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void build(), 200)
    })
  }
}

try {
  await liveThroughWeeks()
  const messenger = await startDevMessenger(port + 3)
  const zalo = await startDevZalo(port + 4, `${behind}/hooks/zalo`)
  const model = await startDevModel(port + 5)
  const payments = await startDevPayments({ stripe: port + 6, payoneer: port + 7, bank: port + 8 }, behind)
  // Local addresses entered on a screen are refused unless allowed here.
  const hosts = [zalo.settings['CRAWL_ALLOWED_HOSTS'], model.host].filter(Boolean).join(',')
  startServer({ ...messenger.settings, ...zalo.settings, ...payments.settings, CRAWL_ALLOWED_HOSTS: hosts })
  const { text, config } = await readPageConfig()
  await serveWeb(text)
  rebuildWidget()
  const make = () => makeDemoShop(behind, config.anonKey, join(dataDir, 'mail'), shopPage).catch(() => undefined)
  // A source change meanwhile restarts the server; whatever is missing is made then.
  const shop = await until('the demo shop', make, 300)
  await serveShopPage(port + 2, web, shop.widget)
  const meet = () => messenger.meet(behind, config.anonKey, join(dataDir, 'mail')).catch(() => undefined)
  await until('the demo page on Messenger', meet, 300)
  const connectZalo = () => zalo.meet(behind, config.anonKey, join(dataDir, 'mail')).catch(() => undefined)
  await until('the demo account on Zalo', connectZalo, 300)
  console.log(`
  Dashboard     ${web}/auth   (${shop.email} / ${shop.password})
  Shop page     ${shopPage}   (the widget on another origin)
  Messenger     ${messenger.chatPage}   (be the customer of the demo shop’s page)
  Zalo          ${zalo.chatPage}   (be the customer of the demo shop’s account)
  Model         ${model.address}   (on the Configuration screen: a server like OpenAI's, any name, no key)
  Payments      ${payments.stripe} (Stripe), ${payments.payoneer} (Payoneer), ${payments.bank} (transfers): simulated; /__sim steers them
  Server        ${behind}   (healthz, readyz, the API; the dashboard's address hands on to it)
  Mails         ${join(dataDir, 'mail')}
  Data          ${dataDir}   (remove the folder to begin anew)
`)
} catch (error) {
  console.error((error as Error).message)
  process.kill(process.pid, 'SIGTERM')
}
