import { useRef } from 'react'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { isUnreachable, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { useAction } from '#web/kit/use-action.ts'
import { restoreFact, saveEdit } from './save-edit.ts'

export type FactEditing = ReturnType<typeof useFactEdit>

/** `onDone`: after a correction was saved or taken back; it can still be undone from the toast. */
export function useFactEdit(fact: Fact, { onDone, onChanged }: { onDone(): void; onChanged(): void }) {
  const texts = useTexts(factsTexts)
  const other = useAction()
  const saving = useRef(0)
  const form = useForm<Record<string, string>>({
    start: () => Object.fromEntries(fact.values.map(({ value }, at) => [at, value])),
    async save(typed) {
      if (other.busy) return false
      other.setProblem(undefined)
      const made: string[] = []
      try {
        for (const [at, { head, value }] of fact.values.entries()) {
          const wanted = typed[at]?.trim() ?? ''
          if (wanted === value || wanted === '') continue
          saving.current = at
          const id = await saveEdit(fact, head, wanted)
          if (id === undefined) break
          made.push(id)
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
      announce(texts.switchedOff, [id])
      onDone()
    }, 'off')

  const restore = (id: string) =>
    form.busy ||
    other.perform(async () => {
      if (!(await restoreFact(id))) return
      showToast(texts.undone)
      onChanged()
      onDone()
    })

  function announce(text: string, made: string[]) {
    onChanged()
    showToast(text, { text: texts.undo, run: () => void takeBack(made) })
  }

  async function takeBack(made: string[]) {
    try {
      for (const id of made) await restoreFact(id)
      onChanged()
    } catch (error) {
      showErrorToast(messageOf(error))
    }
  }

  return { form, problem: other.problem ?? form.problem, switchingOff: other.doing === 'off', switchOff, restore }
}
