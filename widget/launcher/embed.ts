import { envelope, readToPage, type Attributes, type Locale, type Theme, type ToFrame, type ToPage } from './bridge.ts'
import { createLauncher } from './launcher.ts'
import { typedFetch } from '#widget/transport/typed-fetch.ts'
import { createPageMemory } from '#widget/conversation/page-memory.ts'

const PREVIEW_MS = 5000
const FRAME_MS = 12_000
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads'

export type Snippet = {
  /** The server's origin, from the script's own address. */
  server: string
  widget: string
  locale: Locale
  theme: Theme
  colour: string | null
  /** undefined: as the shop has chosen */
  left: boolean | undefined
  /** A static frame with the simulated transport, without a server. */
  staticFrame: string | null
  /** Whether to show messages beside the closed button; may change. */
  previews(): boolean
}
export type EventName = 'ready' | 'open' | 'close' | 'message' | 'unread' | 'error'
export type Embed = ReturnType<typeof createEmbed>

export function createEmbed(snippet: Snippet, name: string, emit: (event: EventName, detail?: unknown) => void) {
  const memory = createPageMemory(`sen:${snippet.widget}`)
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`sen:${snippet.widget}`) : null
  let { locale } = snippet
  let identity: string | null = null
  let attributes: Attributes = {}
  let frame: HTMLIFrameElement | null = null
  let up = false
  let open = false
  let toggled = 0
  let unread = 0
  let waiting: ToFrame[] = []
  let previewEnds: ReturnType<typeof setTimeout> | undefined
  let frameFails: ReturnType<typeof setTimeout> | undefined
  const launcher = createLauncher({
    ...snippet,
    name,
    onToggle: () => setOpen(!open),
    onClose: () => setOpen(false),
    onPreview: () => setOpen(true),
    onDismiss() {
      hidePreview()
      launcher.focusButton()
    },
    onAgain() {
      frame = null
      load()
    },
  })

  function load() {
    if (frame) return
    up = false
    frame = document.createElement('iframe')
    // On the server's own pages a sandbox would protect nothing.
    if (snippet.server !== location.origin) frame.setAttribute('sandbox', SANDBOX)
    const query = new URLSearchParams({ widget: snippet.widget, origin: location.origin, locale })
    frame.src = snippet.staticFrame ?? `${snippet.server}/widget/v1/frame?${query}`
    launcher.setFrame(frame)
    clearTimeout(frameFails)
    frameFails = setTimeout(() => up || launcher.frameFailed(), FRAME_MS)
  }

  function post(message: ToFrame) {
    if (up) frame?.contentWindow?.postMessage(envelope(message), snippet.server)
    else waiting.push(message)
  }

  async function ticket(): Promise<string | null> {
    if (snippet.staticFrame) return null
    try {
      const response = await typedFetch<'POST /widget/v1/ticket'>(`${snippet.server}/widget/v1/ticket`, {
        // Plain text avoids a preflight request.
        method: 'POST',
        body: { widget: snippet.widget },
        credentials: 'omit',
      })
      const body = await response.json()
      if ('ticket' in body) return body.ticket
      emit('error', { code: body.error?.code })
    } catch {
      emit('error', { code: 'network' })
    }
    return null
  }

  async function begin() {
    const given = await ticket()
    up = true
    post({
      type: 'start',
      ticket: given,
      visitor_token: memory.visitor(),
      read: memory.read(),
      unsent: memory.unsent(),
      page_url: (location.origin + location.pathname).slice(0, 2000),
      locale,
      theme: snippet.theme,
      colour: snippet.colour,
      identity,
      attributes,
    })
    launcher.frameUp()
    if (open) post({ type: 'opened' })
    waiting.splice(0).forEach(post)
  }

  async function onFrameMessage(message: ToPage) {
    switch (message.type) {
      case 'loaded':
        await begin()
        break
      case 'need-ticket':
        post({ type: 'ticket', ticket: await ticket() })
        break
      case 'visitor':
        memory.setVisitor(message.visitor_token)
        break
      case 'read':
        memory.setRead(message.cursor)
        channel?.postMessage(message.cursor)
        break
      case 'unsent':
        memory.setUnsent(message.saved)
        break
      case 'close':
        setOpen(false)
        launcher.focusButton()
        break
      case 'message':
        emit('message', { id: message.id, author: message.author, text: message.text, created_at: message.created_at })
        if (!open && snippet.previews()) showPreview(message.text)
        break
      case 'unread':
        setUnread(message.count)
        break
      case 'error':
        emit('error', { code: message.code })
    }
  }

  function setUnread(count: number) {
    if (count === unread) return
    unread = count
    if (count === 0) hidePreview()
    launcher.setUnread(count)
    emit('unread', { count })
  }

  function showPreview(text: string) {
    clearTimeout(previewEnds)
    launcher.showPreview(text)
    previewEnds = setTimeout(hidePreview, PREVIEW_MS)
  }

  function hidePreview() {
    clearTimeout(previewEnds)
    launcher.hidePreview()
  }

  function setOpen(next: boolean) {
    if (next === open) return
    open = next
    toggled = Date.now()
    const hadFocus = launcher.hasFocus()
    if (open) {
      hidePreview()
      load()
    }
    launcher.setOpen(open)
    if (up) post({ type: open ? 'opened' : 'closed' })
    if (open) {
      setUnread(0)
      launcher.focusFrame()
    } else if (hadFocus) {
      launcher.focusButton()
    }
    emit(open ? 'open' : 'close')
  }

  window.addEventListener('message', event => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== snippet.server) return
    const message = readToPage(event.data)
    if (message) void onFrameMessage(message)
  })
  if (channel) {
    channel.onmessage = ({ data }) => {
      if (typeof data !== 'string' || data.length > 200) return
      if (up) post({ type: 'read-elsewhere', cursor: data })
      else setUnread(0)
    }
  }

  return {
    /** Loads the frame for returning visitors, so that the button shows new messages. */
    wakeForReturning() {
      if (memory.visitor() !== null || snippet.staticFrame) load()
    },
    greet: launcher.showPreview as (text: unknown) => void,
    opened: () => (open ? Date.now() : toggled),
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!open),
    show: () => launcher.setShown(true),
    hide() {
      setOpen(false)
      launcher.setShown(false)
    },
    send(text: unknown) {
      if (typeof text !== 'string' || text.trim() === '') return
      load()
      post({ type: 'send', text: text.slice(0, 2000) })
    },
    identify(jwt: unknown) {
      if (typeof jwt !== 'string') return
      identity = jwt
      if (up) post({ type: 'identify', jwt })
    },
    setAttributes(given: unknown) {
      if (typeof given !== 'object' || given === null) return
      attributes = { ...attributes, ...(given as Attributes) }
      if (up) post({ type: 'attributes', attributes })
    },
    setLocale(given: unknown) {
      if (given !== 'vi' && given !== 'en') return
      locale = given
      launcher.setLocale(locale)
      if (up) post({ type: 'locale', locale })
    },
    /** On sign-out, nothing of the conversation may stay in this browser. */
    reset() {
      memory.forget()
      identity = null
      attributes = {}
      waiting = []
      setUnread(0)
      if (up) post({ type: 'reset' })
      up = false
    },
  }
}
