import { whenVisible } from '#widget/when-visible.ts'

type ChatModule = {
  openChatPage(place: HTMLElement, options: { widget: string; language: 'vi' | 'en' }): Promise<void>
}

const loader = '/widget/v1/chat-page.js'

/** If the chat cannot load, the contact links on the page stay. */
export function bringChat(place: HTMLElement): void {
  const widget = document.body.dataset['chat']
  if (!widget) return
  const language = document.documentElement.lang === 'en' ? 'en' : 'vi'
  whenVisible(() => {
    import(/* @vite-ignore */ loader).then(
      (chat: ChatModule) => chat.openChatPage(place, { widget, language }),
      () => undefined,
    )
  })
}
