// In a closed shadow root with adoptedStyleSheets: styles leak neither way, and a ban on inline styles does not matter.
import { inkOn } from '#shared/rules/website/ink-on.ts'
import { launcherEn } from '#shared/texts/chat/launcher.en.ts'
import { launcherVi } from '#shared/texts/chat/launcher.vi.ts'
import type { Locale, Theme } from './bridge.ts'
import css from './launcher.css?inline'
import { lotusPetals } from '#widget/lotus.ts'

const PHONE = '(max-width: 480px), (max-height: 480px)'
const CROSS = 'M18 6 6 18M6 6l12 12'
const PREVIEW_MAX = 160

export type LauncherOptions = {
  name: string
  locale: Locale
  theme: Theme
  colour: string | null
  left: boolean | undefined
  onToggle(): void
  onClose(): void
  onPreview(): void
  onDismiss(): void
  onAgain(): void
}

export function createLauncher(options: LauncherOptions) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const pane = make('aside', 'sen')
  const box = make('div', 'box')
  const wait = make('div', 'wait')
  const waitText = make('p')
  const again = make('button')
  const preview = make('div', 'preview')
  const quote = make('button', 'said')
  const quoteBy = make('b')
  const quoteText = make('span')
  const hide = make('button', 'hide')
  const button = make('button', 'button')
  const count = make('span', 'count')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const phone = matchMedia(PHONE)
  let texts = launcherVi
  let frame: HTMLIFrameElement | undefined
  let open = false
  let unread = 0
  let overflow: string | null = null

  box.role = 'dialog'
  preview.role = 'status'
  count.ariaHidden = 'true'
  wait.append(waitText, again)
  box.append(wait)
  quote.append(quoteBy, quoteText)
  hide.append(sign('cross', CROSS, 24))
  preview.append(quote, hide)
  button.append(sign('lotus', lotusPetals.join(''), 32), sign('cross', CROSS, 24), count)
  pane.append(box, preview, button)
  root.append(pane)
  if (options.left) pane.classList.add('left')
  if (options.colour) {
    pane.style.setProperty('--head', options.colour)
    pane.style.setProperty('--head-ink', inkOn(options.colour))
  }
  button.onclick = options.onToggle
  quote.onclick = options.onPreview
  hide.onclick = options.onDismiss
  again.onclick = options.onAgain
  button.onkeydown = wait.onkeydown = event => {
    if (event.key === 'Escape' && open) options.onClose()
  }
  box.hidden = preview.hidden = count.hidden = again.hidden = true

  function draw() {
    const fillText = (text: string) => text.replace('{name}', options.name).replace('{count}', `${unread}`)
    pane.lang = texts === launcherVi ? 'vi' : 'en'
    pane.ariaLabel = texts.region
    box.ariaLabel = fillText(texts.frameTitle)
    if (frame) frame.title = fillText(texts.frameTitle)
    button.ariaExpanded = `${open}`
    button.ariaLabel = open ? texts.close : unread ? fillText(texts.openUnread) : texts.open
    hide.ariaLabel = texts.hidePreview
    quoteBy.textContent = options.name
    again.textContent = texts.again
    waitText.textContent = again.hidden ? texts.opening : texts.notOpened
    count.textContent = unread > 99 ? '99+' : `${unread}`
    count.hidden = unread === 0 || open
    box.hidden = !open
    pane.classList.toggle('open', open)
    pane.classList.toggle('dark', options.theme === 'dark' || (options.theme === 'auto' && dark.matches))
    fit()
  }

  // On phones the box fills the space above the on-screen keyboard, and the page does not scroll.
  function fit() {
    const view = window.visualViewport
    const full = open && phone.matches
    box.style.height = full && view ? `${view.height}px` : ''
    box.style.top = full && view ? `${view.offsetTop}px` : ''
    const page = document.documentElement.style
    if (full && overflow === null) {
      overflow = page.overflow
      page.overflow = 'hidden'
    } else if (!full && overflow !== null) {
      page.overflow = overflow
      overflow = null
    }
  }

  dark.addEventListener('change', draw)
  phone.addEventListener('change', fit)
  window.visualViewport?.addEventListener('resize', fit)
  window.visualViewport?.addEventListener('scroll', fit)
  // On the root element, to survive pages that replace their body while navigating.
  const attach = () => host.isConnected || document.documentElement.append(host)
  new MutationObserver(attach).observe(document.documentElement, { childList: true })
  attach()
  setLocale(options.locale)

  function setLocale(locale: Locale) {
    texts = locale === 'en' ? launcherEn : launcherVi
    draw()
  }

  return {
    setLocale,
    setOpen(next: boolean) {
      open = next
      draw()
    },
    setUnread(next: number) {
      unread = next
      draw()
    },
    setShown(shown: boolean) {
      pane.hidden = !shown
    },
    showPreview(text: string) {
      quoteText.textContent = text.length > PREVIEW_MAX ? `${text.slice(0, PREVIEW_MAX).trimEnd()}…` : text
      preview.hidden = false
    },
    hidePreview() {
      preview.hidden = true
    },
    setFrame(next: HTMLIFrameElement | null) {
      frame?.remove()
      frame = next ?? undefined
      if (frame) box.prepend(frame)
      pane.classList.remove('up')
      again.hidden = true
      draw()
    },
    frameUp: () => pane.classList.add('up'),
    frameFailed() {
      again.hidden = false
      draw()
    },
    focusFrame: () => frame?.focus(),
    focusButton: () => button.focus(),
    hasFocus: () => document.activeElement === host,
  }
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.className = className
  return element
}

/** The style sheet decides size and stroke. */
function sign(className: string, path: string, view: number): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const line = document.createElementNS(space, 'path')
  svg.setAttribute('class', className)
  svg.setAttribute('viewBox', `0 0 ${view} ${view}`)
  svg.ariaHidden = 'true'
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}
