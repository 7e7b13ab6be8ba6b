import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * For a `<form>`: its ref, and what puts the focus into its first field with an error. It is called after the errors are
 * set, and acts once they are on the screen: React may draw them later than the next frame.
 */
export function useFocusFirstError(): [form: RefObject<HTMLFormElement | null>, focusFirstError: () => void] {
  const form = useRef<HTMLFormElement>(null)
  const [wanted, setWanted] = useState(0)
  useEffect(() => {
    if (wanted > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wanted])
  return [form, () => setWanted(before => before + 1)]
}
