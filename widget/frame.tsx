// Inside the frame. <html data-…> names the widget, the shop and the only origin that may embed it; the loader sends the rest.
import './frame.css'
import './panel/panel.css'
import { readColour } from '#shared/rules/website/ink-on.ts'
import { fill, widgetTexts, type WidgetLanguage } from '#shared/texts/chat/widget-texts.ts'
import { envelope, readToFrame, type Attributes, type ToFrame, type ToPage } from './launcher/bridge.ts'
import { createConversation } from './conversation/conversation.ts'
import { createLiveTransport, type LiveTransport } from './transport/live-transport.ts'
import { mountChat, type Mounted } from './panel/mount.tsx'
import { randomShare } from './new-id.ts'
import { createOutbox, type SmallStore } from './conversation/outbox.ts'
import { browserSignals } from './transport/page-signals.ts'
import { ping, soundOn } from './panel/sound.ts'
import { readOpenedGreeting } from './launcher/opened-greeting.ts'
import type { Transport } from './transport/transport.ts'

const {
  widget = '',
  origin = '',
  name = '',
  brand = 'Sen',
  greeting = '',
  greetingEn = '',
  avatar = '',
  house = '',
  starters = '',
  transport: kind = 'live',
} = document.documentElement.dataset
let conversation: ReturnType<typeof createConversation> | undefined
let mounted: Mounted | undefined
let live: LiveTransport | undefined
let giveTicket: (ticket: string | null) => void = () => {}
let greeted = ''
let opened = false
let shownIn: WidgetLanguage = 'vi'

function postToPage(message: ToPage) {
  window.parent.postMessage(envelope(message), origin)
}

async function start(given: Extract<ToFrame, { type: 'start' }>) {
  const transport = await makeTransport(given)
  setLanguage(given.locale)
  conversation = createConversation({
    transport,
    outbox: createOutbox(storeInPage(given.unsent), widget),
    read: given.read,
    onMessage: ({ id, author, text, createdAt, attachments }) => {
      if (id === null || author === 'contact') return
      if (soundOn() && (!opened || document.hidden)) ping()
      const file = fill(widgetTexts(shownIn).sentFile, { name: attachments[0]?.name ?? '' })
      postToPage({ type: 'message', id, author, text: text || file, created_at: createdAt })
    },
    onUnread: count => postToPage({ type: 'unread', count }),
    onRead: cursor => postToPage({ type: 'read', cursor }),
    onError: code => postToPage({ type: 'error', code }),
  })
  mounted = mountChat(document.getElementById('chat') ?? document.body, {
    conversation,
    name,
    brand,
    greetings: { vi: greeting, en: greetingEn },
    avatar: avatar || null,
    house: house !== '',
    starters: starters === '' ? { vi: [], en: [] } : (JSON.parse(starters) as Record<WidgetLanguage, string[]>),
    locale: given.locale,
    theme: given.theme,
    colour: readColour(given.colour),
    onClose: () => postToPage({ type: 'close' }),
  })
  conversation.start()
  greetWith(given.attributes)
  if (opened) onPageMessage({ type: 'opened' })
}

async function makeTransport(given: Extract<ToFrame, { type: 'start' }>): Promise<Transport> {
  if (kind === 'simulated') {
    const { createSimulatedTransport, demoLines } = await import('./transport/simulated-transport.ts')
    return createSimulatedTransport({ random: randomShare, lines: demoLines(widgetTexts(given.locale), name) })
  }
  let ready = given.ticket
  const { attributes } = readOpenedGreeting(given.attributes)
  live = createLiveTransport({
    base: '',
    widget,
    visitorToken: given.visitor_token,
    pageUrl: given.page_url,
    locale: given.locale,
    introduction: {
      ...(given.identity !== null && { identity: given.identity }),
      ...(Object.keys(attributes).length > 0 && { attributes }),
    },
    signals: browserSignals(),
    random: randomShare,
    onVisitor: token => postToPage({ type: 'visitor', visitor_token: token }),
    ticket() {
      const ticket = ready
      ready = null
      if (ticket !== null) return Promise.resolve(ticket)
      return new Promise(resolve => {
        giveTicket = resolve
        postToPage({ type: 'need-ticket' })
      })
    },
  })
  return live
}

function onPageMessage(message: ToFrame) {
  switch (message.type) {
    case 'start':
      if (!conversation) void start(message)
      break
    case 'ticket':
      giveTicket(message.ticket)
      break
    case 'opened':
      opened = true
      showIfSeen()
      mounted?.opened()
      break
    case 'closed':
      opened = false
      showIfSeen()
      break
    case 'read-elsewhere':
      conversation?.readElsewhere(message.cursor)
      break
    case 'send':
      conversation?.send(message.text)
      break
    case 'identify':
      live?.introduce({ identity: message.jwt })
      break
    case 'attributes':
      live?.introduce({ attributes: readOpenedGreeting(message.attributes).attributes })
      greetWith(message.attributes)
      break
    case 'locale':
      setLanguage(message.locale)
      mounted?.setLocale(message.locale)
      break
    case 'reset':
      conversation?.stop()
      location.reload()
      break
  }
}

/** The button's greeting is shown once, and sent with the first answer. */
function greetWith(attributes: Attributes) {
  const { greeting } = readOpenedGreeting(attributes)
  if (!greeting || !conversation || greeting.id === greeted) return
  greeted = greeting.id
  live?.introduce({ greeting: greeting.id })
  conversation.greet(greeting.text)
}

function showIfSeen() {
  conversation?.show(opened && !document.hidden)
}

function setLanguage(locale: WidgetLanguage) {
  shownIn = locale
  document.documentElement.lang = locale
}

/** Unsent messages are kept by the shop's page: third-party storage may be blocked. */
function storeInPage(saved: string | null): SmallStore {
  return {
    getItem: () => saved,
    setItem: (_, value) => postToPage({ type: 'unsent', saved: value }),
    removeItem: () => postToPage({ type: 'unsent', saved: null }),
  }
}

if (window.parent !== window && origin) {
  window.addEventListener('message', event => {
    if (event.source !== window.parent || event.origin !== origin) return
    const message = readToFrame(event.data)
    if (message) onPageMessage(message)
  })
  document.addEventListener('visibilitychange', showIfSeen)
  postToPage({ type: 'loaded' })
}
