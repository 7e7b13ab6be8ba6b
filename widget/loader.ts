// The one script that shops paste: shows the button and takes `window.sen` calls. Must never throw into the shop's page.
import type { Result } from '#shared/contracts/api.ts'
import type { Locale, Theme } from './launcher/bridge.ts'
import { createEmbed, type Embed, type EventName, type Snippet } from './launcher/embed.ts'
import { typedFetch } from './transport/typed-fetch.ts'
import { whenVisible } from './when-visible.ts'

const RETURNING_MS = 4000
const RETRY_DELAYS_MS = [5000, 20_000, 60_000]

type Listener = (detail: unknown) => void
/** `q`: the arguments of each call */
type Sdk = { (...call: unknown[]): void; q?: Iterable<unknown>[]; loaded?: boolean }
declare global {
  interface Window {
    sen?: Sdk
  }
}

function run() {
  const script = currentScript()
  if (!script || window.sen?.loaded) return
  const listeners: [string, Listener][] = []
  const queue: Iterable<unknown>[] = [...(window.sen?.q ?? [])]
  let embed: Embed | undefined
  let ready = false

  function sdk(...call: unknown[]) {
    const [name, first, second] = call
    if (name === 'on' && typeof second === 'function') {
      listeners.push([String(first), second as Listener])
      if (first === 'ready' && ready) emit('ready')
    } else if (name === 'off') {
      for (let at = listeners.length - 1; at >= 0; at--) {
        const [event, listener] = listeners[at] ?? []
        if (event === first && (second === undefined || listener === second)) listeners.splice(at, 1)
      }
    } else if (!embed) {
      if (queue.length < 100) queue.push(call)
    } else if (typeof name === 'string' && Object.hasOwn(embed, name)) {
      embed[name as keyof Embed](first)
    }
  }

  // Errors in the page's listeners are the page's own.
  function emit(event: EventName, detail?: unknown) {
    for (const [name, listener] of [...listeners]) {
      if (name !== event) continue
      try {
        listener(detail)
      } catch (error) {
        reportError(error)
      }
    }
  }

  window.sen = Object.assign(sdk, { loaded: true })
  if (!/^https?:$/.test(location.protocol)) {
    console.warn('Sen: no http(s) page.')
    return
  }
  queue.splice(0).forEach(call => sdk(...call))
  const snippet = readSnippet(script)
  whenVisible(async () => {
    const shop = await findShop(snippet, emit)
    if (!shop) return
    snippet.colour ??= shop.colour ?? null
    snippet.left ??= shop.left
    embed = createEmbed(snippet, shop.name, emit)
    if (shop.away && screen.width < 481) embed.hide()
    ready = true
    queue.splice(0).forEach(call => sdk(...call))
    emit('ready')
    if (shop.greetings)
      import(/* @vite-ignore */ `${snippet.server}/widget/v1/greetings.js`)
        .then(module => module.greet(shop.greetings, snippet, sdk, embed))
        .catch(() => {})
    setTimeout(() => {
      const whenIdle: (run: () => void) => void = window.requestIdleCallback ?? setTimeout
      whenIdle(() => embed?.wakeForReturning())
    }, RETURNING_MS)
  })
}

function currentScript(): HTMLScriptElement | null {
  const current = document.currentScript
  if (current instanceof HTMLScriptElement && current.dataset.widget) return current
  return document.querySelector<HTMLScriptElement>('script[data-widget][src*="/widget/v1/loader.js"]')
}

function readSnippet(script: HTMLScriptElement): Snippet {
  const { widget = '', locale, theme, color, position, frame } = script.dataset
  const wanted = [locale, document.documentElement.lang, navigator.language].map(one => one?.slice(0, 2))
  return {
    server: new URL(script.src, location.href).origin,
    widget,
    locale: (wanted.find(one => one === 'vi' || one === 'en') ?? 'vi') as Locale,
    theme: (theme === 'dark' || theme === 'light' ? theme : 'auto') satisfies Theme,
    colour: /^#[0-9a-f]{6}$/i.test(color ?? '') ? (color as string) : null,
    left: position ? position === 'left' : undefined,
    staticFrame: frame ?? null,
    previews: () => script.dataset.preview !== 'off',
  }
}

type Shop = Pick<Result<'GET /widget/v1/config'>, 'name' | 'greetings'> & Partial<Result<'GET /widget/v1/config'>>

/** null if the server does not allow the widget on this page. */
async function findShop(snippet: Snippet, emit: (event: EventName, detail: unknown) => void): Promise<Shop | null> {
  if (snippet.staticFrame) return { name: 'Sen' }
  for (let failures = 0; ; failures++) {
    try {
      const address = `${snippet.server}/widget/v1/config?widget=${encodeURIComponent(snippet.widget)}` as const
      const response = await typedFetch<'GET /widget/v1/config'>(address, { credentials: 'omit' })
      const body = await response.json()
      if ('name' in body) return body
      if (response.status < 500 && response.status !== 429) {
        console.warn(`Sen: ${body.error?.message ?? response.status}`)
        emit('error', { code: body.error?.code })
        return null
      }
    } catch {}
    const wait = RETRY_DELAYS_MS[failures]
    if (wait === undefined) {
      emit('error', { code: 'network' })
      return null
    }
    await new Promise(resolve => setTimeout(resolve, wait))
  }
}

run()
