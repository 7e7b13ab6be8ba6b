import { bringChat } from './islands/chat-place.ts'
import { watchContactForm } from './islands/contact-box.ts'
import { startSiteChat } from './islands/site-chat.ts'
import { watchKeys } from './islands/keys.ts'
import { watchMenu } from './islands/site-menu.ts'
import { notifyOffline } from './islands/offline.ts'
import { prefetchLinks } from './islands/prefetch.ts'
import { watchRetry } from './islands/retry.ts'
import { reportPageView } from './parts/page/page-view.ts'
import { securityToken } from './parts/auth/security-token.ts'
import { whenVisible } from '#widget/when-visible.ts'

// Each island takes over existing HTML; the pages are complete without scripts.

const islands: Record<string, (element: HTMLElement) => void> = {
  chat: bringChat,
  contact: watchContactForm,
  menu: watchMenu,
  offline: notifyOffline,
  retry: watchRetry,
}

for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
  islands[element.dataset['island'] ?? '']?.(element)
}
watchKeys()
prefetchLinks()
whenVisible(securityToken)
reportPageView(location.pathname)
startSiteChat()
