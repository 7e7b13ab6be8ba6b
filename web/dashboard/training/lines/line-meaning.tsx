import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Fact, Facts } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { restoreFact } from '#web/dashboard/training/facts/save-edit.ts'
import { useFactEdit } from '#web/dashboard/training/facts/use-fact-edit.ts'
import { LineUses } from './line-uses.tsx'
import type { DocumentLine } from './document-lines.ts'
import { LineConfirmation } from './line-confirmation.tsx'
import { LineEdit } from './line-edit.tsx'

type Props = { source: Source; line: DocumentLine; sources: Facts['sources']; onChanged(): void }

/** "The bot reads this line as": each fact of the line, why it may be wrong, and what a member can do about it. */
export function LineMeaning({ source, line, sources, onChanged }: Props) {
  const texts = useTexts(linesTexts)
  const id = useId()
  return (
    <section className="panel line-meaning" aria-labelledby={id}>
      <h2 id={id}>
        <Icon name="book-open" />
        {texts.meaning}
      </h2>
      {line.off ? (
        <Off off={line.off} onChanged={onChanged} />
      ) : line.facts.length > 0 ? (
        line.facts.map(fact => (
          <FactMeaning
            key={`${fact.subject} ${fact.place?.start}`}
            fact={fact}
            sources={sources}
            onChanged={onChanged}
          />
        ))
      ) : (
        <NoFact line={line} onChanged={onChanged} />
      )}
      <LineUses key={line.key} source={source} line={line} />
    </section>
  )
}

function FactMeaning({ fact, sources, onChanged }: { fact: Fact } & Pick<Props, 'sources' | 'onChanged'>) {
  /** undefined: not yet, and the focus is not Edit's to take. */
  const [editing, setEditing] = useState<boolean>()
  return (
    <div className="line-fact">
      <h3>{fact.name}</h3>
      {editing ? (
        <LineEdit fact={fact} onClose={() => setEditing(false)} onChanged={onChanged} />
      ) : (
        <>
          <Values fact={fact} />
          <State fact={fact} sources={sources} />
          {fact.state === 'valid' && (
            <Actions fact={fact} focusEdit={editing === false} onEdit={() => setEditing(true)} onChanged={onChanged} />
          )}
        </>
      )}
    </div>
  )
}

function Values({ fact }: { fact: Fact }) {
  const texts = useTexts(linesTexts)
  const facts = useTexts(factsTexts)
  return (
    <>
      <dl className="line-values">
        {fact.values.map(({ head, value, edit }, at) => (
          <div key={at} data-edited={edit ? true : undefined}>
            <dt>{head || facts.value}</dt>
            <dd>{value}</dd>
            {edit && <dd className="line-was">{fill(texts.was, { was: edit.was })}</dd>}
          </div>
        ))}
      </dl>
      {fact.state === 'valid' && (
        <p className="line-said">
          <span className="muted">{texts.inLists}</span> <q>{fact.said}</q>
        </p>
      )}
    </>
  )
}

function State({ fact, sources }: { fact: Fact; sources: Facts['sources'] }) {
  const texts = useTexts(linesTexts)
  const facts = useTexts(factsTexts)
  const { differs, doubt, state, confirmed_at } = fact
  if (state !== 'valid')
    return (
      <p className="line-state">
        <Chip icon="clock">{texts.stale}</Chip> {state === 'old' ? facts.replaced : facts.past}
      </p>
    )
  const other = sources.find(({ id }) => id === differs?.source_id)
  return (
    <>
      {differs && (
        <p className="line-state">
          <Chip tone="bad" icon="circle-alert">
            {texts.differs}
          </Chip>{' '}
          {differs.source_id === fact.source_id ? (
            fill(texts.differsHere, { value: differs.value })
          ) : (
            <Link
              className="link"
              to={`/dashboard/training/${differs.source_id}?row=${differs.passage_id}.${differs.start}`}
            >
              {fill(texts.differsText, { title: other?.title ?? '', value: differs.value })}
            </Link>
          )}
        </p>
      )}
      {doubt && (
        <p className="line-state">
          <Chip tone="warning" icon="triangle-alert">
            {texts.doubtful}
          </Chip>{' '}
          {texts[doubt]}
        </p>
      )}
      {!differs && !doubt && (
        <p className="line-state">
          <Chip tone="ok" icon="circle-check">
            {texts.used}
          </Chip>{' '}
          {confirmed_at && texts.confirmed}
        </p>
      )}
    </>
  )
}

type ActionsProps = { fact: Fact; focusEdit: boolean; onEdit(): void; onChanged(): void }

function Actions({ fact, focusEdit, onEdit, onChanged }: ActionsProps) {
  const texts = useTexts(linesTexts)
  const facts = useTexts(factsTexts)
  const { switchOff, switchingOff, problem } = useFactEdit(fact, { onDone: () => undefined, onChanged })
  return (
    <>
      <div className="line-actions">
        <LineConfirmation of={fact} subject={fact.subject} differs={fact.differs} onChanged={onChanged} />
        <Button autoFocus={focusEdit} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button look="quiet" busy={switchingOff} onClick={() => void switchOff()}>
          {facts.switchOff}
        </Button>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}

function NoFact({ line, onChanged }: { line: DocumentLine; onChanged(): void }) {
  const texts = useTexts(linesTexts)
  const { unread } = line
  return (
    <div className="line-fact">
      <p className="line-quote">{line.text}</p>
      <p className="line-state">
        {line.state === 'unread' ? (
          <Chip tone="warning" icon="circle-help">
            {texts.unread}
          </Chip>
        ) : (
          <Chip icon="book-open">{texts.quoted}</Chip>
        )}{' '}
        {line.state === 'unread' ? texts.unreadText : texts.quotedText} {unread?.confirmed_at && texts.confirmed}
      </p>
      {unread && (
        <div className="line-actions">
          <LineConfirmation of={unread} subject="" onChanged={onChanged} />
        </div>
      )}
    </div>
  )
}

function Off({ off, onChanged }: { off: Facts['off'][number]; onChanged(): void }) {
  const texts = useTexts(linesTexts)
  const facts = useTexts(factsTexts)
  const { busy, problem, perform } = useAction()

  const switchOn = () =>
    perform(async () => {
      if (!(await restoreFact(off.id))) return
      showToast(facts.undone)
      onChanged()
    })

  return (
    <div className="line-fact">
      <p className="line-state">
        <Chip icon="eye-off">{texts.off}</Chip> {texts.offText}
      </p>
      <div className="line-actions">
        <Button busy={busy} onClick={() => void switchOn()}>
          {facts.switchOn}
        </Button>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  )
}
