import { askDemoChat, openDemoChat, startDemoChat } from '#web/parts/page/demo-chat.ts'

/** Loads once the page has been quiet for a while, or on request. */
export function startSiteChat(): void {
  // Redirected from its head, a page that is being left runs its scripts without a body.
  const { chat: widget, page } = document.querySelector('body')?.dataset ?? {}
  if (!widget || page === 'chat-with-us') return
  startDemoChat({ widget, language: document.documentElement.lang === 'en' ? 'en' : 'vi' })
  document.addEventListener('click', event => {
    const opener = event.target instanceof Element ? event.target.closest('a[data-open-chat]') : null
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openDemoChat()
  })
  document.addEventListener('submit', event => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.dataset['askChat'] === undefined) return
    event.preventDefault()
    const question = new FormData(form).get('ask')
    if (typeof question === 'string') askDemoChat(question)
    form.reset()
  })
}
