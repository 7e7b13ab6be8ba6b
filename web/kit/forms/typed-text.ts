import { useRef, type ChangeEvent, type CompositionEvent } from 'react'
import { sanitizeTyped } from '#shared/rules/text/sanitize.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * Handlers for a controlled text input: typed values pass the shared rule for typed text, but not while an input
 * method is still composing a letter (Vietnamese typing would lose its marks).
 * @param strip false for passwords, which must arrive as typed
 */
export function useTypedText(onValue: ((value: string) => void) | undefined, strip = true) {
  const composing = useRef(false)
  return {
    onChange(event: ChangeEvent<TextElement>) {
      const { value } = event.target
      onValue?.(strip && !composing.current ? sanitizeTyped(value) : value)
    },
    onCompositionStart() {
      composing.current = true
    },
    onCompositionEnd(event: CompositionEvent<TextElement>) {
      composing.current = false
      if (strip) onValue?.(sanitizeTyped(event.currentTarget.value))
    },
  }
}
