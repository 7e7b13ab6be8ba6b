import { useRef, useState } from 'react'
import type { Fact, FactEdit } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { isUnreachable } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useAction } from '#web/kit/use-action.ts'
import { restoreFact, saveEdit } from './save-edit.ts'

export type FactEditing = ReturnType<typeof useFactEdit>

/** A stored correction, and of which field: the document's own words there. */
type Made = { id: string; at?: number; was?: string }

/**
 * Only what the member changes is sent, so that a colleague's newer value stays. `onDone`: after all of it was saved; it can still
 * be undone from the toast.
 */
export function useFactEdit(fact: Fact, { onDone, onChanged }: { onDone(): void; onChanged(): void }) {
  const texts = useTexts(factsTexts)
  const other = useAction()
  const saving = useRef(0)
  const restoring = useRef<Promise<void>>(undefined)
  const [start] = useState(() => Object.fromEntries(fact.values.map(({ value }, at) => [at, value])))
  /** What each field held when it was filled or last saved. */
  const from = useRef<Record<string, string>>({ ...start })
  /** Their ids, as `fact` may still be that of before. */
  const [restored, setRestored] = useState<readonly string[]>([])
  const form = useForm<Record<string, string>>({
    start,
    async save(typed) {
      if (other.doing === 'off') return false
      other.setProblem(undefined)
      const changes = fact.values.flatMap(({ head, value, edit }, at) => {
        const wanted = typed[at]?.trim() ?? ''
        return wanted === from.current[at] || wanted === '' ? [] : [{ at, head, wanted, was: edit?.was ?? value }]
      })
      await restoring.current
      const made: Made[] = []
      try {
        for (const { at, head, wanted, was } of changes) {
          saving.current = at
          const id = await saveEdit(fact, head, wanted)
          if (id === undefined) return false
          from.current[at] = wanted
          made.push({ id, at, was })
        }
      } finally {
        if (made.length > 0) announce(texts.saved, made)
      }
      onDone()
      return true
    },
    fieldOf: error => (isUnreachable(error) ? undefined : String(saving.current)),
    once: true,
  })

  const switchOff = () =>
    form.busy ||
    other.perform(async () => {
      const id = await saveEdit(fact, null, null)
      if (id === undefined) return
      announce(texts.switchedOff, [{ id }])
      onDone()
    }, 'off')

  /**
   * What was typed into the other fields stays. The field holds the document's words at once: the live document may show them before
   * the answer is here.
   */
  function restore(at: number, { id, was }: FactEdit) {
    if (form.busy || other.busy) return
    const before = from.current[at]!
    refill(at, was)
    restoring.current = other.perform(async () => {
      let done = false
      try {
        done = await restoreFact(id)
      } finally {
        if (!done) refill(at, before)
      }
      if (!done) return
      setRestored(ids => [...ids, id])
      showToast(texts.undone)
      onChanged()
    })
  }

  function refill(at: number, was: string) {
    from.current[at] = was
    form.set({ [at]: was })
  }

  function announce(text: string, made: Made[]) {
    onChanged()
    showToast(text, { text: texts.undo, run: () => void undoEdit(made) })
  }

  async function undoEdit(made: Made[]) {
    try {
      for (const { id, at, was } of made) {
        if ((await restoreFact(id)) && at !== undefined && was !== undefined) refill(at, was)
      }
      onChanged()
    } catch (error) {
      showError(error)
    }
  }

  const switchingOff = other.doing === 'off'
  return { form, problem: other.problem ?? form.problem, switchingOff, switchOff, restore, restored }
}
