import type { Language } from '#shared/words.ts'
import { whenVisible } from '#widget/when-visible.ts'

// The product's own chat on its own pages: the very script that shops embed. It is loaded when the page has been quiet for a
// while, or when somebody asks for it; until then nothing of it is there but these few lines.

const quietMs = 4000

export type DemoChatOptions = {
  /** `wgt_…` of the house; '' where there is none: nothing happens. */
  widget: string
  language: Language
  /** Address of a static frame, where a static export says so: the simulated transport, and no server is asked. */
  frame?: string
}

let script: HTMLScriptElement | undefined
let previews = true
let away = false
let wanted: DemoChatOptions | undefined

/** Brings the chat into this page. Once a page; later calls only change the language. */
export function startDemoChat(options: DemoChatOptions): void {
  if (!options.widget || window.parent !== window) return
  wanted = options
  if (script || window.sen) return speak(options.language)
  const calls: unknown[][] = []
  const waiting = (...call: unknown[]) => {
    calls.push(call)
    // Somebody wants it now; a word about languages or the like can wait.
    if (/^(?:open|toggle|send)$/.test(String(call[0]))) load(options)
  }
  window.sen = Object.assign(waiting, { q: calls })
  whenVisible(() => setTimeout(() => whenIdle(() => away || load(options)), quietMs))
}

/** Opens the chat, loading it where it is not there yet. */
export function openDemoChat(): void {
  window.sen?.('open')
}

export function askDemoChat(question: string): void {
  openDemoChat()
  window.sen?.('send', question)
}

/** In the dashboard the button would lie over the shop's work: there the chat comes only when it is called, and goes when it is closed. */
export function setAway(next: boolean): void {
  if (away === next) return
  away = next
  if (script) window.sen?.(away ? 'hide' : 'show')
  else if (!away && wanted) load(wanted)
}

let hears = false

/** Opens the chat from the help menu. */
export function askForHelp(): void {
  if (!hears) window.sen?.('on', 'close', () => away && window.sen?.('hide'))
  hears = true
  window.sen?.('show')
  openDemoChat()
}

/** Whether what the bot says is shown beside the closed button; the button and its badge always are. */
export function showPreviews(shown: boolean): void {
  previews = shown
  if (script) script.dataset['preview'] = shown ? 'on' : 'off'
}

function speak(language: Language): void {
  if (script) script.dataset['locale'] = language
  window.sen?.('setLocale', language)
}

function load({ widget, language, frame }: DemoChatOptions): void {
  if (script) return
  script = Object.assign(document.createElement('script'), { async: true, src: '/widget/v1/loader.js' })
  script.dataset['widget'] = widget
  // Where the page has changed its language since, it says so itself.
  script.dataset['locale'] = document.documentElement.lang === 'en' ? 'en' : language
  const { theme } = document.documentElement.dataset
  if (theme === 'dark' || theme === 'light') script.dataset['theme'] = theme
  showPreviews(previews)
  if (frame) script.dataset['frame'] = frame
  document.body.append(script)
}

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: quietMs })
  else work()
}
