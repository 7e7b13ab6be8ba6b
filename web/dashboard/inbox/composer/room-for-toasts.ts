import { type RefObject, useEffect } from 'react'

/** Toasts stand above what a person writes, however tall it is (`pieces.css`). */
export function useRoomForToasts(composer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = composer.current
    if (!element) return
    const { style } = document.documentElement
    const tell = () => style.setProperty('--toast-room', `${innerHeight - element.getBoundingClientRect().top + 8}px`)
    const watch = new ResizeObserver(tell)
    watch.observe(element)
    addEventListener('resize', tell)
    return () => {
      watch.disconnect()
      removeEventListener('resize', tell)
      style.removeProperty('--toast-room')
    }
  }, [composer])
}
