// Fetched by the loader only if the shop has rules for greetings.
import { typedFetch } from './transport/typed-fetch.ts'
import type { ShownGreeting } from '#shared/contracts/channels/greetings.contract.ts'

type Event = 'open' | 'close' | 'unread'
type Snippet = { server: string; widget: string; locale: 'vi' | 'en'; previews(): boolean }
/** `opened`: when the chat was last open, now while it is; 0: never on this page. */
type Chat = { opened(): number }

const quietAfterClosing = 10 * 60_000
const day = 86_400_000

/** `fresh`: first visit of this session. */
type Seen = { since?: number; closed?: number; fresh?: boolean; shown?: Record<string, number> }

/** At most one per page, decided here: no visit is reported to anyone. The chat may have been opened, and closed, before this module came. */
export function greet(
  rules: ShownGreeting[],
  { server, widget, locale, previews }: Snippet,
  sdk: (
    ...call: ['on', Event, (detail: unknown) => void] | ['greet', string] | ['setAttributes', Record<string, string>]
  ) => void,
  // A loader cached from before calls without it.
  chat: Chat = { opened: () => 0 },
): void {
  const key = `sen:${widget}:greetings`
  const local = () => read('localStorage', key)
  const session = () => read('sessionStorage', key)
  if (!local().since) {
    record('localStorage', key, { ...local(), since: Date.now() })
    record('sessionStorage', key, { ...session(), fresh: true })
  }
  const isNew = session().fresh === true
  const began = Date.now()
  let shown: ShownGreeting | undefined
  let unread = false
  const lastOpen = () => Math.max(local().closed ?? 0, chat.opened())
  const closed = () => record('localStorage', key, { ...local(), closed: lastOpen() })
  sdk('on', 'unread', detail => (unread = (detail as { count: number }).count > 0))
  sdk('on', 'close', closed)
  // Who leaves the page leaves the chat.
  addEventListener('pagehide', closed)
  sdk('on', 'open', () => {
    if (shown) {
      count(shown.id, 'opened')
      // An answered greeting becomes a message (`opened-greeting.ts`).
      sdk('setAttributes', { 'sen:greeting': `${shown.id} ${shown[locale]}` })
    }
    shown = undefined
  })

  const waiting = rules.filter(
    rule => rule[locale] && (rule.who === 'all' || isNew === (rule.who === 'new')) && !isOver(rule),
  )
  for (const rule of waiting)
    if ('seconds' in rule.after) setTimeout(() => showGreeting(rule), rule.after.seconds * 1000)
  const scrolled = () => {
    const page = document.documentElement
    const share = ((scrollY + innerHeight) / Math.max(1, page.scrollHeight)) * 100
    for (const rule of waiting) if ('scroll' in rule.after && share >= rule.after.scroll) showGreeting(rule)
  }
  if (waiting.some(rule => 'scroll' in rule.after)) addEventListener('scroll', scrolled, { passive: true })

  let isShown = false
  function showGreeting(rule: ShownGreeting): void {
    if (isShown || !isHere(rule.path, location.pathname) || isOver(rule)) return
    // Hours end while a page stays open; without any nothing is beyond them.
    if (Date.now() - began >= (rule.open_ms as number)) return
    if (unread || !previews() || Date.now() - lastOpen() < quietAfterClosing) return
    isShown = true
    sdk('greet', rule[locale])
    shown = rule
    removeEventListener('scroll', scrolled)
    for (const [store, known] of [['localStorage', local()] as const, ['sessionStorage', session()] as const])
      record(store, key, { ...known, shown: { ...known.shown, [rule.id]: Date.now() } })
    count(rule.id, 'shown')
  }

  function isOver({ id, once }: ShownGreeting): boolean {
    if (session().shown?.[id]) return true
    const last = local().shown?.[id]
    return last !== undefined && (once === 'ever' || (once === 'day' && Date.now() - last < day))
  }

  function count(id: string, what: 'shown' | 'opened'): void {
    // Plain text avoids a preflight request.
    typedFetch<'POST /widget/v1/greetings'>(`${server}/widget/v1/greetings`, {
      method: 'POST',
      body: { widget, id, what },
      keepalive: true,
      credentials: 'omit',
    }).catch(() => {})
  }
}

/** '/gom/*': a prefix; '/gom': this page, with or without a final slash; empty: every page. */
export function isHere(path: string, here: string): boolean {
  const bare = (text: string) => text.replace(/\/+$/, '')
  if (path === '') return true
  return path.endsWith('*')
    ? here.startsWith(path.slice(0, -1)) || here === bare(path.slice(0, -1))
    : bare(here) === bare(path)
}

function read(store: 'localStorage' | 'sessionStorage', key: string): Seen {
  try {
    return (JSON.parse(window[store].getItem(key) ?? '{}') as Seen | null) ?? {}
  } catch {
    return {}
  }
}

function record(store: 'localStorage' | 'sessionStorage', key: string, seen: Seen): void {
  try {
    window[store].setItem(key, JSON.stringify(seen))
  } catch {}
}
