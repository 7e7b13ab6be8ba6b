import { type RefObject, useEffect } from 'react'

/** Keeps toasts above the composer, whatever its height (`floating.css`). */
export function useToastOffset(composer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = composer.current
    if (!element) return
    const { style } = document.documentElement
    const updateOffset = () =>
      style.setProperty('--toast-offset', `${innerHeight - element.getBoundingClientRect().top + 8}px`)
    const watch = new ResizeObserver(updateOffset)
    watch.observe(element)
    addEventListener('resize', updateOffset)
    return () => {
      watch.disconnect()
      removeEventListener('resize', updateOffset)
      style.removeProperty('--toast-offset')
    }
  }, [composer])
}
