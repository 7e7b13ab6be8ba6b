import { showToast } from '#web/kit/feedback/toast.tsx'

/** The device's own way to send something (on phones Zalo, Messenger, messages); where there is none it is copied. */
export async function share(text: string, url: string | undefined, copied: string): Promise<void> {
  if ('share' in navigator) {
    try {
      return await navigator.share({ text, ...(url && { url }) })
    } catch (error) {
      // Who changed their mind wants no copy either.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await navigator.clipboard.writeText(url ? `${text} ${url}` : text)
  showToast(copied)
}
