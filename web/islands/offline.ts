import { whenVisible } from '#widget/when-visible.ts'

export function notifyOffline(bar: HTMLElement): void {
  const show = () => {
    bar.textContent = navigator.onLine ? '' : (bar.dataset['text'] ?? '')
  }
  addEventListener('online', show)
  addEventListener('offline', show)
  whenVisible(show)
}
