import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { restoreFact, saveEdit } from '#web/dashboard/training/facts/save-edit.ts'

type Confirmable = { source_id: string; line: string; confirmed_at: string | null }

type ConfirmationProps = { of: Confirmable; subject: string; differs?: Fact['differs']; onChanged(): void }

/** What it contradicts is settled first, by the other line saying the same; the button stays, and the focus on it. */
export function LineConfirmation({ of, subject, differs, onChanged }: ConfirmationProps) {
  const texts = useTexts(linesTexts)
  const { busy, problem, perform } = useAction()

  const set = (confirmed: boolean) =>
    perform(async () => {
      await call('PUT /api/v1/facts/confirmed', {
        body: { source_id: of.source_id, subject, line: of.line, confirmed },
      })
      onChanged()
      if (confirmed) showToast(texts.confirmedToast, { text: texts.undo, run: () => void set(false) })
      else showToast(texts.unconfirmedToast)
    })

  const settle = ({ own, head, ...other }: NonNullable<Fact['differs']>) =>
    perform(async () => {
      const id = await saveEdit(other, head, own)
      if (id === undefined) return
      onChanged()
      const undoConfirmation = () => perform(async () => void ((await restoreFact(id)) && onChanged()))
      showToast(fill(texts.settled, { value: own }), { text: texts.undo, run: () => void undoConfirmation() })
    })

  return (
    <>
      {differs?.settles ? (
        <Button look="filled" icon="check" busy={busy} onClick={() => void settle(differs)}>
          {fill(texts.settle, { value: differs.own })}
        </Button>
      ) : of.confirmed_at ? (
        <Button icon="check" busy={busy} aria-pressed onClick={() => void set(false)}>
          {texts.confirmedUndo}
        </Button>
      ) : (
        <Button look="filled" icon="check" busy={busy} onClick={() => void set(true)}>
          {texts.right}
        </Button>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}
