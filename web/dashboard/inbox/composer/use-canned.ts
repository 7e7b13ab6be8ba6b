import { type RefObject, useLayoutEffect, useState } from 'react'
import { fillVariables, openPlaces, type OpenPlace, type ReplyVariable } from '#shared/rules/text/reply-variables.ts'
import { type CannedReply, useCannedReplies } from '#web/parts/canned-replies/canned-reply-rows.ts'
import { findCanned, slashBefore } from '#web/parts/canned-replies/canned-search.ts'
import { useSuggestions } from './suggestions.tsx'

const maxShown = 6

type Parts = {
  text: string
  setText(text: string): void
  field: RefObject<HTMLTextAreaElement | null>
  language: string | null
  values: Partial<Record<ReplyVariable, string>>
}

export function useCanned({ text, setText, field, language, values }: Parts) {
  const { rows } = useCannedReplies()
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const [selection, setSelection] = useState<{ start: number; end: number }>()
  const slash = slashBefore(text, caret)
  const looking = slash !== undefined && slash.start !== closedAt
  const found = looking ? findCanned(rows, slash.typed, language).slice(0, maxShown) : []

  // Focus and caret are set in the same frame: a fast typist would lose a key, or see the caret jump back.
  useLayoutEffect(() => {
    if (!selection) return
    field.current?.focus()
    field.current?.setSelectionRange(selection.start, selection.end)
  }, [selection, field])

  function select(start: number, end: number) {
    setCaret(end)
    setSelection({ start, end })
    // A closing dialog takes the focus back to where it was opened.
    requestAnimationFrame(() => field.current?.focus())
  }

  function insert(reply: CannedReply) {
    const element = field.current
    const at = looking ? slash.start : (element?.selectionStart ?? text.length)
    const end = looking ? caret : (element?.selectionEnd ?? text.length)
    const words = fillVariables(reply.text, values)
    setText(text.slice(0, at) + words + text.slice(end))
    const [first] = openPlaces(words)
    if (first) select(at + first.start, at + first.end)
    else select(at + words.length, at + words.length)
  }

  /** Inserts at the caret, replacing the selection. */
  function put(words: string) {
    const element = field.current
    const at = element?.selectionStart ?? text.length
    setText(text.slice(0, at) + words + text.slice(element?.selectionEnd ?? at))
    select(at + words.length, at + words.length)
  }

  const suggestions = useSuggestions({ items: found, onChoose: insert, onClose: () => setClosedAt(slash?.start) })
  return {
    suggestions,
    looking: looking && rows.length > 0,
    insert,
    put,
    preview: (reply: CannedReply) => fillVariables(reply.text, values),
    places: openPlaces(text),
    fillPlace: (place: OpenPlace) => select(place.start, place.end),
    moved(to: number) {
      setCaret(to)
      if (closedAt !== undefined && slashBefore(text, to)?.start !== closedAt) setClosedAt(undefined)
    },
  }
}
