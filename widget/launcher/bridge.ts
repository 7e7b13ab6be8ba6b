// postMessage between the loader in the shop's page and the frame. Each side checks exact origin, source window and shape.

export type Locale = 'vi' | 'en'
export type Theme = 'auto' | 'light' | 'dark'
export type Attributes = Record<string, string | number | boolean>

export type ToFrame =
  | {
      type: 'start'
      ticket: string | null
      visitor_token: string | null
      /** Cursor of the last message seen; empty if unknown. */
      read: string
      /** Unsent messages from before the reload, as the frame serialized them. */
      unsent: string | null
      page_url: string
      locale: Locale
      theme: Theme
      colour: string | null
      identity: string | null
      attributes: Attributes
    }
  | { type: 'ticket'; ticket: string | null }
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'read-elsewhere'; cursor: string }
  | { type: 'send'; text: string }
  | { type: 'identify'; jwt: string }
  | { type: 'locale'; locale: Locale }
  | { type: 'attributes'; attributes: Attributes }
  | { type: 'reset' }

export type ToPage =
  | { type: 'loaded' }
  | { type: 'need-ticket' }
  | { type: 'visitor'; visitor_token: string | null }
  | { type: 'read'; cursor: string }
  | { type: 'unsent'; saved: string | null }
  | { type: 'close' }
  | { type: 'message'; id: string; author: 'bot' | 'member' | 'system'; text: string; created_at: string }
  | { type: 'unread'; count: number }
  | { type: 'error'; code: string }

type Check = (value: unknown) => boolean
type Shape = Record<string, Check>

const text =
  (maxLength: number): Check =>
  value =>
    typeof value === 'string' && value.length <= maxLength
const textOrNull =
  (maxLength: number): Check =>
  value =>
    value === null || text(maxLength)(value)
const oneOf =
  (...allowed: unknown[]): Check =>
  value =>
    allowed.includes(value)
const count: Check = value => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e6
const attributes: Check = value =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= 50 &&
  Object.entries(value).every(
    ([name, one]) =>
      name.length <= 64 && (text(500)(one) || typeof one === 'boolean' || (typeof one === 'number' && isFinite(one))),
  )

const locale = oneOf('vi', 'en')
const toFrame: Record<ToFrame['type'], Shape> = {
  start: {
    ticket: textOrNull(4096),
    visitor_token: textOrNull(4096),
    read: text(200),
    unsent: textOrNull(500_000),
    page_url: text(4096),
    locale,
    theme: oneOf('auto', 'light', 'dark'),
    colour: textOrNull(7),
    identity: textOrNull(8192),
    attributes,
  },
  ticket: { ticket: textOrNull(4096) },
  opened: {},
  closed: {},
  'read-elsewhere': { cursor: text(200) },
  send: { text: text(4000) },
  identify: { jwt: text(8192) },
  locale: { locale },
  attributes: { attributes },
  reset: {},
}
const toPage: Record<ToPage['type'], Shape> = {
  loaded: {},
  'need-ticket': {},
  visitor: { visitor_token: textOrNull(4096) },
  read: { cursor: text(200) },
  unsent: { saved: textOrNull(500_000) },
  close: {},
  message: { id: text(200), author: oneOf('bot', 'member', 'system'), text: text(20_000), created_at: text(40) },
  unread: { count },
  error: { code: text(100) },
}

export function readToFrame(data: unknown): ToFrame | null {
  return read(toFrame, data) as ToFrame | null
}

export function readToPage(data: unknown): ToPage | null {
  return read(toPage, data) as ToPage | null
}

/** Tells our messages apart from those of other frames. */
export function envelope(message: ToFrame | ToPage): object {
  return { sen: 1, ...message }
}

function read(shapes: Record<string, Shape>, data: unknown): object | null {
  if (typeof data !== 'object' || data === null) return null
  const { sen, ...message } = data as Record<string, unknown>
  const type = message.type
  if (sen !== 1 || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return null
  const shape = shapes[type] ?? {}
  if (Object.keys(message).length !== Object.keys(shape).length + 1) return null
  return Object.entries(shape).every(([name, check]) => check(message[name])) ? message : null
}
