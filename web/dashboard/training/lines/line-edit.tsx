import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { FactFields } from '#web/dashboard/training/facts/fact-fields.tsx'
import { useFactEdit } from '#web/dashboard/training/facts/use-fact-edit.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'

/** In the place of the line’s meaning. */
export function LineEdit({ fact, onClose, onChanged }: { fact: Fact; onClose(): void; onChanged(): void }) {
  const texts = useTexts(factsTexts)
  const editing = useFactEdit(fact, { onDone: onClose, onChanged })
  return (
    <form {...editing.form.props} className="facts-form">
      <FactFields fact={fact} editing={editing} autoFocus />
      <div className="line-actions">
        <Button type="submit" look="filled" busy={editing.form.busy} busyText={texts.saving}>
          {texts.save}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </div>
    </form>
  )
}
