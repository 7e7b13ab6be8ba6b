import { whenVisible } from '#widget/when-visible.ts'

/** One bar that says that the network is gone, as long as it is. */
export function notifyOffline(bar: HTMLElement): void {
  const show = () => {
    bar.textContent = navigator.onLine ? '' : (bar.dataset['text'] ?? '')
  }
  addEventListener('online', show)
  addEventListener('offline', show)
  whenVisible(show)
}
