import { useRef, type ChangeEvent, type CompositionEvent } from 'react'
import { sanitizeTyped } from '#shared/rules/text/sanitize.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Applies the shared rule for typed text, but not during input-method composition. `strip`: false for passwords. */
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
