import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { FactFields } from './fact-fields.tsx'
import { useFactEdit } from './use-fact-edit.ts'

type Props = { fact: Fact; title: string; onClose(): void; onChanged(): void }

export function EditFact({ fact, title, onClose, onChanged }: Props) {
  const texts = useTexts(factsTexts)
  const editing = useFactEdit(fact, { onDone: onClose, onChanged })
  return (
    <FormDialog
      form={editing.form}
      className="facts-form"
      ownProblem
      title={texts.editTitle}
      cancel={texts.cancel}
      beside={
        <Button look="danger-quiet" busy={editing.switchingOff} onClick={() => void editing.switchOff()}>
          {texts.switchOff}
        </Button>
      }
      save={texts.save}
      busyText={texts.saving}
      onClose={onClose}
    >
      <p className="muted">{fill(texts.line, { title })}</p>
      <blockquote className="facts-line">
        {fact.line.replace(/^[\s|]+|[\s|]+$/g, '').replace(/\s*\|\s*/g, ' · ')}
      </blockquote>
      <p className="facts-form-name">{fact.name}</p>
      <FactFields fact={fact} editing={editing} />
    </FormDialog>
  )
}
