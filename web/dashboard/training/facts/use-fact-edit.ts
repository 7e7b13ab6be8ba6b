import { useState } from 'react'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { restoreFact, saveEdit } from './save-edit.ts'

export type FactEditing = ReturnType<typeof useFactEdit>

/** `onDone`: after a correction was saved or taken back; it can still be undone from the toast. */
export function useFactEdit(fact: Fact, { onDone, onChanged }: { onDone(): void; onChanged(): void }) {
  const texts = useTexts(factsTexts)
  const [values, setValues] = useState(() => fact.values.map(({ value }) => value))
  const { busy, problem, perform } = useAction()

  const run = (work: () => Promise<boolean>) =>
    perform(async () => {
      if (await work()) onDone()
    })

  const save = () =>
    run(async () => {
      const made: string[] = []
      for (const [at, { head, value }] of fact.values.entries()) {
        const typed = values[at]?.trim() ?? ''
        if (typed === value || typed === '') continue
        const id = await saveEdit(fact, head, typed)
        if (id === undefined) break
        made.push(id)
      }
      if (made.length > 0) announce(texts.saved, made)
      return true
    })

  const switchOff = () =>
    run(async () => {
      const id = await saveEdit(fact, null, null)
      if (id === undefined) return false
      announce(texts.switchedOff, [id])
      return true
    })

  const restore = (id: string) =>
    run(async () => {
      if (!(await restoreFact(id))) return false
      showToast(texts.undone)
      onChanged()
      return true
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

  const setValue = (at: number, typed: string) =>
    setValues(values.map((value, index) => (index === at ? typed : value)))
  return { values, setValue, busy, problem, save, switchOff, restore }
}
