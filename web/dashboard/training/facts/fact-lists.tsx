import { Link } from 'react-router'
import type { FactKind } from '#shared/contracts/training/facts.contract.ts'
import type { Fact, Facts } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { fill } from '#web/parts/language/texts.ts'
import { restoreFact } from './save-edit.ts'
import { useFirstShown } from './use-first-shown.tsx'

type TitleOf = (sourceId: string) => string

const icons: Partial<Record<FactKind, IconName>> = { time: 'clock', place: 'map-pin', phone: 'phone' }

export function PlaceCards({ facts, titleOf, onEdit }: { facts: Fact[]; titleOf: TitleOf; onEdit(fact: Fact): void }) {
  const texts = useTexts(factsTexts)
  const { shown, more } = useFirstShown(facts, 24)
  return (
    <section id="facts-places" aria-label={texts.places}>
      <h3>{texts.places}</h3>
      <ul className="facts-cards">
        {shown.map((fact, at) => (
          <li key={at} className="panel">
            <h4>
              <Icon name={icons[fact.values.find(({ kind }) => icons[kind])?.kind ?? 'words'] ?? 'info'} />
              {fact.name}
            </h4>
            <p className="facts-said">
              {fact.values.map(({ head, value }, index) => (
                <span key={index} className="facts-pair">
                  {head && head !== fact.name && <span className="muted">{head}: </span>}
                  {value}
                </span>
              ))}
            </p>
            <p className="facts-card-foot">
              <Source id={fact.source_id} title={titleOf(fact.source_id)} />
              <IconButton icon="pencil" label={fill(texts.edit, { name: fact.name })} onClick={() => onEdit(fact)} />
            </p>
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

export function OldList({ facts, titleOf }: { facts: Fact[]; titleOf: TitleOf }) {
  const texts = useTexts(factsTexts)
  const { shown, more } = useFirstShown(facts, 6)
  return (
    <section id="facts-old" aria-label={texts.old}>
      <h3>{texts.old}</h3>
      <p className="soft">{texts.oldText}</p>
      <ul className="facts-old panel num">
        {shown.map((fact, at) => (
          <li key={at}>
            <del>{lineOf(fact)}</del>
            <span className="muted">
              <Source id={fact.source_id} title={titleOf(fact.source_id)} />,{' '}
              {fact.state === 'old' ? texts.replaced : texts.past}
            </span>
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

export function UnreadList({ lines, titleOf }: { lines: Facts['unread']; titleOf: TitleOf }) {
  const texts = useTexts(factsTexts)
  const { shown, more } = useFirstShown(lines, 6)
  return (
    <section id="facts-unread" aria-label={texts.unread}>
      <h3>{texts.unread}</h3>
      <p className="soft">{texts.unreadText}</p>
      <ul className="facts-cards">
        {shown.map(({ source_id, line }, at) => (
          <li key={at} className="panel facts-unread">
            <p className="facts-said">“{line}”</p>
            <Source id={source_id} title={titleOf(source_id)} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  )
}

export function OffList({ lines, titleOf, onChanged }: { lines: Facts['off']; titleOf: TitleOf; onChanged(): void }) {
  const texts = useTexts(factsTexts)
  return (
    <section id="facts-off" aria-label={texts.off}>
      <h3>{texts.off}</h3>
      <ul className="facts-old panel num">
        {lines.map(line => (
          <OffLine key={line.id} line={line} title={titleOf(line.source_id)} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  )
}

type OffLineProps = { line: Facts['off'][number]; title: string; onChanged(): void }

function OffLine({ line: { id, source_id, was }, title, onChanged }: OffLineProps) {
  const texts = useTexts(factsTexts)
  const { busy, perform } = useAction({ once: true, onProblem: showErrorToast })
  const switchOn = () =>
    perform(async () => {
      if (!(await restoreFact(id))) return false
      showToast(texts.undone)
      onChanged()
    })
  return (
    <li>
      <del>{was}</del>
      <span className="row">
        <Source id={source_id} title={title} />
        <Button size="sm" busy={busy} onClick={() => void switchOn()}>
          {texts.switchOn}
        </Button>
      </span>
    </li>
  )
}

function Source({ id, title }: { id: string; title: string }) {
  return (
    <Link className="facts-source" to={`/dashboard/training/${id}`}>
      <Icon name="file-text" size="sm" />
      {title}
    </Link>
  )
}

function lineOf({ name, values }: Fact): string {
  const words = values.map(({ head, value }) => (head && head !== name ? `${head} ${value}` : value))
  return `${name}: ${words.join(', ')}`
}
