import { createRoot } from 'react-dom/client'
import type { WidgetLanguage } from '#shared/texts/chat/widget-texts.ts'
import type { Theme } from '#widget/launcher/bridge.ts'
import type { Conversation } from '#widget/conversation/conversation.ts'
import { coloursOf } from './colours.ts'
import { Panel } from './panel.tsx'

export type MountOptions = {
  conversation: Conversation
  name: string
  brand: string
  /** The shop's own, '' where the usual one stands. */
  greetings: Record<WidgetLanguage, string>
  /** The address of the bot's picture; null: the lotus. */
  avatar: string | null
  /** The product's own chat: what is suggested is about the product. */
  house: boolean
  /** What the shop's own documents suggest to ask; empty: the usual. */
  starters: Record<WidgetLanguage, string[]>
  locale: WidgetLanguage
  theme: Theme
  /** Colour of the head as #rrggbb; null: the product's. */
  colour: string | null
  onClose: (() => void) | null
}
export type Mounted = {
  opened(): void
  setLocale(locale: WidgetLanguage): void
  unmount(): void
}

/** Shows a conversation in an element. The element's page brings panel.css. */
export function mountChat(element: HTMLElement, options: MountOptions): Mounted {
  const root = createRoot(element)
  let { locale } = options
  let focus = 0
  if (options.theme !== 'auto') element.dataset.theme = options.theme
  if (options.colour) {
    for (const [name, value] of coloursOf(options.colour)) element.style.setProperty(name, value)
  }
  element.classList.add('sen-chat')

  function render() {
    root.render(<Panel {...options} locale={locale} focus={focus} />)
  }
  render()
  return {
    opened() {
      focus += 1
      render()
    },
    setLocale(next) {
      locale = next
      render()
    },
    unmount: () => root.unmount(),
  }
}
