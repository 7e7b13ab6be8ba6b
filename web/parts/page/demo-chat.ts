import type { Language } from '#shared/words.ts'
import { whenVisible } from '#widget/when-visible.ts'

// The product's own chat, using the same script that shops embed. Loaded once the page is quiet, or on request.

const quietMs = 4000

export type DemoChatOptions = {
  /** Our own `wgt_…`; '' loads nothing. */
  widget: string
  language: Language
  /** Set in static exports: the simulated transport is used, and no server. */
  frame?: string
}

let script: HTMLScriptElement | undefined
let previews = true
let away = false
let wanted: DemoChatOptions | undefined

/** Loads once per page; later calls only change the language. */
export function startDemoChat(options: DemoChatOptions): void {
  if (!options.widget || window.parent !== window) return
  wanted = options
  if (script || window.sen) return speak(options.language)
  const calls: unknown[][] = []
  const waiting = (...call: unknown[]) => {
    calls.push(call)
    // The user asked for it; calls that only set a language, for example, can wait.
    if (/^(?:open|toggle|send)$/.test(String(call[0]))) load(options)
  }
  window.sen = Object.assign(waiting, { q: calls })
  whenVisible(() => setTimeout(() => whenIdle(() => away || load(options)), quietMs))
}

export function openDemoChat(): void {
  window.sen?.('open')
}

export function askDemoChat(question: string): void {
  openDemoChat()
  window.sen?.('send', question)
}

/** In the dashboard the button would cover the shop's work: the chat only shows when called, until closed. */
export function setAway(next: boolean): void {
  if (away === next) return
  away = next
  if (script) window.sen?.(away ? 'hide' : 'show')
  else if (!away && wanted) load(wanted)
}

let isListening = false

export function askForHelp(): void {
  if (!isListening) window.sen?.('on', 'close', () => away && window.sen?.('hide'))
  isListening = true
  window.sen?.('show')
  openDemoChat()
}

/** Previews beside the closed button; the button and its badge always show. */
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
  // Does not overwrite a language that the page has switched to since.
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
