import { houseTexts } from '#shared/texts/site/house-texts.ts'
import { fill } from '#shared/texts/chat/widget-texts.ts'
import type { Result } from '#shared/contracts/api.ts'
import type { Language } from '#shared/words.ts'
import { createConversation } from './conversation/conversation.ts'
import { createLiveTransport } from './transport/live-transport.ts'
import { mountChat, type Mounted } from './panel/mount.tsx'
import { randomShare } from './new-id.ts'
import { createOutbox } from './conversation/outbox.ts'
import { createPageMemory } from './conversation/page-memory.ts'
import css from './panel/panel.css?inline'
import { browserSignals } from './transport/page-signals.ts'
import { typedFetch } from './transport/typed-fetch.ts'

export type Shop = Pick<Result<'GET /widget/v1/config'>, 'name' | 'greeting' | 'avatar' | 'starters'>
type PageOptions = { widget: string; language: Language }

/** Without a button or frame; the same conversation as in the box on other pages of this browser. */
export async function mountHouseChat(element: HTMLElement, options: PageOptions): Promise<Mounted> {
  const shop = await readShop(options.widget)
  const brand = shop?.name ?? 'Sen'
  const defaultGreeting = (spoken: Language) => fill(houseTexts(spoken).greeting, { brand })
  const greeting = { vi: shop?.greeting.vi || defaultGreeting('vi'), en: shop?.greeting.en || defaultGreeting('en') }
  const face = { name: brand, greeting, avatar: shop?.avatar ?? null, starters: { vi: [], en: [] } }
  return mountPageChat(element, { ...options, brand, shop: face, house: true })
}

export function mountPageChat(
  element: HTMLElement,
  { widget, language, brand, shop, house }: PageOptions & { brand: string; shop: Shop; house: boolean },
): Mounted {
  const memory = createPageMemory(`sen:${widget}`)
  const conversation = createConversation({
    transport: createLiveTransport({
      base: '',
      widget,
      visitorToken: memory.visitor(),
      pageUrl: location.origin + location.pathname,
      locale: language,
      signals: browserSignals(),
      random: randomShare,
      ticket: () => readTicket(widget),
      onVisitor: memory.setVisitor,
    }),
    outbox: createOutbox(
      {
        getItem: memory.unsent,
        setItem: (_, value) => memory.setUnsent(value),
        removeItem: () => memory.setUnsent(null),
      },
      widget,
    ),
    read: memory.read(),
    onRead: memory.setRead,
  })
  const { theme } = document.documentElement.dataset
  const mounted = mountChat(shadowRootOf(element), {
    conversation,
    name: shop.name,
    brand,
    greetings: shop.greeting,
    avatar: shop.avatar,
    house,
    starters: shop.starters,
    locale: language,
    theme: theme === 'dark' || theme === 'light' ? theme : 'auto',
    colour: null,
    onClose: null,
  })
  conversation.start()
  const reportVisible = () => conversation.show(!document.hidden)
  document.addEventListener('visibilitychange', reportVisible)
  reportVisible()
  return mounted
}

/** A shadow root keeps the page's styles out. */
function shadowRootOf(element: HTMLElement): HTMLElement {
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const host = document.createElement('div')
  root.append(host)
  return host
}

/** Without an answer the defaults apply, and the chat itself says that nobody is there. */
export async function readShop(widget: string): Promise<Shop | undefined> {
  try {
    const answer = await typedFetch<'GET /widget/v1/config'>(
      `/widget/v1/config?widget=${encodeURIComponent(widget)}`,
      {},
    )
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

async function readTicket(widget: string): Promise<string | null> {
  try {
    const answer = await typedFetch<'POST /widget/v1/ticket'>('/widget/v1/ticket', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { widget },
      credentials: 'omit',
    })
    return answer.ok ? (await answer.json()).ticket : null
  } catch {
    return null
  }
}
