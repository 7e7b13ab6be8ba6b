import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { SourceUses } from '#shared/contracts/bot/gate.results.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Passage, Row, Source } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { counted, fill } from '#web/parts/language/texts.ts'
import { headingAfter } from '#web/parts/passages/heading-paths.ts'
import { useSourceUses } from '#web/dashboard/training/sources/source-use.tsx'
import { Wordings } from '#web/dashboard/training/sources/wordings.tsx'
import { type DocumentLine, linesOf } from './document-lines.ts'
import { LineBlockView } from './line-block.tsx'
import type { ChosenLine } from './use-chosen-line.ts'
import './lines.css'

/** The document as a page, part by part; a chosen line is tinted. */
export function SourceLines({ source, chosen, below }: { source: Source; chosen: ChosenLine; below: ReactNode }) {
  const texts = useTexts(trainingTexts)
  const lines = useTexts(linesTexts)
  const { wordings, changed } = useWordings(source)
  const uses = useSourceUses(source)
  const paper = useRef<HTMLDivElement>(null)
  const { query, facts, line, arrival } = chosen
  const shown = line?.key
  const [focused, setFocused] = useState<string>()
  const keysId = useId()

  useEffect(() => {
    const how = arrival.current
    if (how === undefined || shown === undefined) return
    arrival.current = undefined
    const button = paper.current?.querySelector<HTMLElement>(`[data-line="${shown}"]`)
    button?.scrollIntoView({ block: 'center' })
    if (how === 'focus') button?.focus({ preventScroll: true })
  }, [shown, arrival])

  if (!query.data)
    return (
      <QueryState
        query={query}
        failed={texts.passagesFailed}
        loading={texts.loadingPassages}
        rows={6}
        className="panel-body"
      />
    )
  const parts = query.data.map((passage, at, all) => ({
    passage,
    heading: headingAfter(all[at - 1]?.heading ?? '', passage.heading),
    blocks: linesOf(passage, facts.data),
  }))
  const keys = parts.flatMap(({ blocks }) => blocks).flatMap(block => block.lines.flatMap(focusable))
  const tabStop = [focused, shown].find(key => key !== undefined && keys.includes(key)) ?? keys[0]
  return (
    <div
      ref={paper}
      className="document-page num"
      role="group"
      aria-label={lines.title}
      aria-describedby={keysId}
      onKeyDown={moveByKeys}
      onFocus={({ target }) => setFocused(target.dataset['line'] ?? focused)}
    >
      <p id={keysId} className="unseen">
        {lines.keys}
      </p>
      <PartSwitch chosen={chosen} />
      <div className="document-paper">
        {parts.map(({ passage, heading, blocks }) => (
          <section key={passage.id} aria-label={heading || undefined}>
            {heading && <h2>{heading}</h2>}
            <Where passage={passage} uses={uses} />
            {blocks.map(block => (
              <LineBlockView
                key={block.key}
                block={block}
                chosen={shown}
                tabStop={tabStop}
                onChoose={chosen.choose}
                below={below}
              />
            ))}
            <Wordings
              passage={passage}
              wordings={wordings.filter(wording => wording.text_hash === passage.text_hash)}
              onChanged={changed}
            />
          </section>
        ))}
      </div>
      <PartSwitch chosen={chosen} />
    </div>
  )
}

/** How many lines a member should look at, and a button to the next one. */
export function ToCheck({ chosen }: { chosen: ChosenLine }) {
  const texts = useTexts(linesTexts)
  const { language } = useLanguage()
  if (!chosen.facts.data) return null
  const { toCheck } = chosen
  return (
    <p className="document-check" role="status">
      {toCheck.length === 0 ? (
        texts.allClear
      ) : (
        <>
          <Icon name="triangle-alert" size="sm" />
          <b>{counted(language, toCheck.length, texts.lookOne, texts.look)}</b>
          <Button size="sm" onClick={chosen.checkNext}>
            {texts.nextLook}
          </Button>
        </>
      )}
    </p>
  )
}

function PartSwitch({ chosen: { part, parts, turnTo } }: { chosen: ChosenLine }) {
  const texts = useTexts(linesTexts)
  if (parts < 2) return null
  return (
    <div className="document-parts">
      <IconButton icon="chevron-left" label={texts.previous} disabled={part === 0} onClick={() => turnTo(part - 1)} />
      <span className="muted">{fill(texts.part, { part: part + 1, parts })}</span>
      <IconButton
        icon="chevron-right"
        label={texts.next}
        disabled={part + 1 >= parts}
        onClick={() => turnTo(part + 1)}
      />
    </div>
  )
}

/** Words without a state of their own are no buttons. */
function focusable({ key, cells, state }: DocumentLine): string[] {
  return cells || state !== 'none' ? [key] : []
}

function moveByKeys(event: KeyboardEvent<HTMLDivElement>): void {
  if (!(event.target instanceof HTMLElement) || event.target.dataset['line'] === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const at = all.indexOf(event.target)
  const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }
  const next = all[goals[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Where({ passage, uses }: { passage: Passage; uses: SourceUses | undefined }) {
  const texts = useTexts(gateTexts)
  const page = uses?.pages.findLast(one => one.start <= passage.start)?.number
  return page !== undefined && <p className="muted document-where">{fill(texts.page, { page })}</p>
}

function useWordings(source: Source): { wordings: Row<'passage_questions'>[]; changed: () => void } {
  const queries = useQueryClient()
  const queryKey = ['wordings', source.id]
  const { data = [] } = useQuery({
    queryKey,
    queryFn: () => readRows('passage_questions', rows => rows.eq('source_id', source.id).order('created_at')),
  })
  return { wordings: data, changed: () => void queries.invalidateQueries({ queryKey }) }
}
