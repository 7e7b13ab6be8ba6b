import { useEffect } from 'react'

/** First in the Tab order, also Alt+S; leads to the element with the id `main`. */
export function SkipLink({ text }: { text: string }) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyS') return
      event.preventDefault()
      focusMain()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <a
      className="skip"
      href="#main"
      onClick={event => {
        event.preventDefault()
        focusMain()
      }}
    >
      {text}
    </a>
  )
}

/** @param still keeps the scroll position */
export function focusMain(still = false): void {
  document.getElementById('main')?.focus({ preventScroll: still })
}
