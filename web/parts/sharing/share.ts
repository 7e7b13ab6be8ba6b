import { showToast } from '#web/kit/feedback/toast.tsx'

/** Uses the device's share sheet (Zalo, Messenger, messages on phones), else copies. */
export async function share(text: string, url: string | undefined, copied: string): Promise<void> {
  if ('share' in navigator) {
    try {
      return await navigator.share({ text, ...(url && { url }) })
    } catch (error) {
      // After cancelling, nothing is copied either.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await navigator.clipboard.writeText(url ? `${text} ${url}` : text)
  showToast(copied)
}
