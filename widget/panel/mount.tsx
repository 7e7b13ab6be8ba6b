import { createRoot } from 'react-dom/client'
import type { WidgetLanguage } from '#shared/texts/chat/widget-texts.ts'
import type { Theme } from '#widget/launcher/bridge.ts'
import { coloursOf } from './colours.ts'
import { Panel, type PanelProps } from './panel.tsx'

export type MountOptions = Omit<PanelProps, 'focus'> & {
  theme: Theme
  /** Of the head, as #rrggbb; null: the product's. */
  colour: string | null
}
export type Mounted = {
  opened(): void
  setLocale(locale: WidgetLanguage): void
  unmount(): void
}

/** The element's page must include panel.css. */
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
