import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { FactForm } from './fact-form.tsx'
import { useFactEdit } from './use-fact-edit.ts'

type Props = { fact: Fact; title: string; onClose(): void; onChanged(): void }

export function EditFact({ fact, title, onClose, onChanged }: Props) {
  const texts = useTexts(factsTexts)
  const editing = useFactEdit(fact, { onDone: onClose, onChanged })
  return (
    <Dialog
      open
      title={texts.editTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="danger-quiet" onClick={() => void editing.switchOff()}>
            {texts.switchOff}
          </Button>
          <Button type="submit" form="edit-fact" look="filled" busy={editing.busy} busyText={texts.saving}>
            {texts.save}
          </Button>
        </>
      }
    >
      <p className="muted">{fill(texts.line, { title })}</p>
      <blockquote className="facts-line">
        {fact.line.replace(/^[\s|]+|[\s|]+$/g, '').replace(/\s*\|\s*/g, ' · ')}
      </blockquote>
      <FactForm id="edit-fact" fact={fact} editing={editing} />
    </Dialog>
  )
}
